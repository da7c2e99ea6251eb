import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

/**
 * The only module that uses the toolkit. It takes 69 KB compressed, so this is a chunk of its own,
 * loaded after the first paint; until then `controls.css` gives the elements their size.
 *
 * The toolkit copies the theme into its own variables on window load, which is already over by
 * then, and otherwise assumes a dark theme; so `controls.css` maps the variables itself. Its badge
 * is not used: it writes a style attribute, which the page's policy refuses.
 */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton());
}
