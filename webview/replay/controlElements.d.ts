import type { ClassAttributes, ComponentChildren, HTMLAttributes } from 'preact';

interface ControlAttributes extends HTMLAttributes<HTMLElement>, ClassAttributes<HTMLElement> {
  children?: ComponentChildren;
  disabled?: boolean;
}

/** The toolkit's element that the page uses. */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': ControlAttributes & { appearance: 'secondary' };
    }
  }
}
