import type { ComponentChildren, VNode } from 'preact';
import { useRowTabIndex } from './rowContext.ts';
import './buttons.css';

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
