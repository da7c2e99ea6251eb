import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useOpenPart } from '../openParts.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { Icon } from '../../widgets/Icon.tsx';
import '../../surface/fold.css';

/** Folded content is not drawn, so a folded row costs one line. */
export function Fold({ id, line, className = '', children }: PieceProps['Fold']): VNode {
  const { open, toggle } = useOpenPart(id, false);
  const content = useId();
  const tabIndex = useRowTabIndex();
  return (
    <div class={`fold ${className}`}>
      <button
        type="button"
        class="fold-line"
        aria-expanded={open}
        aria-controls={open ? content : undefined}
        tabIndex={tabIndex}
        onClick={toggle}
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        {line(open)}
      </button>
      {open && (
        <div class="fold-content" id={content}>
          {children()}
        </div>
      )}
    </div>
  );
}
