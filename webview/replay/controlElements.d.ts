import type { ClassAttributes, ComponentChildren, HTMLAttributes } from 'preact';

interface ControlAttributes extends HTMLAttributes<HTMLElement>, ClassAttributes<HTMLElement> {
  children?: ComponentChildren;
  disabled?: boolean;
}

/** The toolkit elements the page uses. */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': ControlAttributes & { appearance: 'secondary' };
      'vscode-dropdown': ControlAttributes & { value?: string };
      'vscode-option': ControlAttributes & { value: string; selected?: boolean };
    }
  }
}
