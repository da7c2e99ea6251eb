import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/**
 * The one place that knows the toolkit. It is 69 KB compressed, so this module is a chunk of its own
 * that is loaded after the first paint; `controls.css` gives the elements their size before.
 *
 * The toolkit copies the theme into its own variables when the window has loaded, which by then is
 * over, and takes a dark theme otherwise: `controls.css` maps the variables itself. Its badge is not
 * used: it writes a style attribute, which the page's policy refuses.
 */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeTextField(),
  );
}
