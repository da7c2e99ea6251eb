import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useRowTabIndex } from '../rows/rowContext.ts';
import { Icon } from './Icon.tsx';
import './fold.css';

interface FoldProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The line that stays when the rest is folded. */
  readonly line: ComponentChildren;
  readonly className?: string;
  /** Drawn only while open: a folded row costs one line. */
  readonly children: () => ComponentChildren;
}

/** One line that opens to more. */
export function Fold({ open, onToggle, line, className = '', children }: FoldProps): VNode {
  const id = useId();
  const tabIndex = useRowTabIndex();
  return (
    <div class={`fold ${className}`}>
      <button
        type="button"
        class="fold-line"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        tabIndex={tabIndex}
        onClick={onToggle}
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        {line}
      </button>
      {open && (
        <div class="fold-content" id={id}>
          {children()}
        </div>
      )}
    </div>
  );
}
