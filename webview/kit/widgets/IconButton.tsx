import type { ButtonHTMLAttributes, VNode, ComponentChildren } from 'preact';
import { useRowTabIndex } from './rowContext.ts';
import { Icon, type IconName } from './Icon.tsx';
import './buttons.css';

interface IconButtonProps extends ButtonHTMLAttributes {
  readonly icon: IconName;
  readonly label: string;
  /** The tooltip, if it differs from the label. */
  readonly hint?: string;
  readonly className?: string;
  readonly onClick: () => void;
}

/**
 * A button, also inside a row. Not one of the toolkit's: rows have several buttons, and a screen of
 * rows would have a hundred shadow trees.
 */
export function IconButton(props: IconButtonProps): VNode {
  const { icon, label, hint = label, className = '', ...others } = props;
  return (
    <button
      type="button"
      class={`icon-button ${className}`.trim()}
      title={hint}
      aria-label={label}
      tabIndex={useRowTabIndex()}
      {...others}
    >
      <Icon name={icon} />
    </button>
  );
}

interface TextButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** A link-like button inside a row: `Show all`, `Open in Editor`. */
export function TextButton({ children, onClick, title, className = '' }: TextButtonProps): VNode {
  return (
    <button
      type="button"
      class={`text-button ${className}`.trim()}
      title={title}
      tabIndex={useRowTabIndex()}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
