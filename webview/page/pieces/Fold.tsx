import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useOpenPart } from '../openParts.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { Icon } from '../../widgets/Icon.tsx';
import '../../surface/fold.css';

/** Folded content is not drawn, so a folded row costs one line. */
export function Fold({ id, line, beside, className = '', children }: PieceProps['Fold']): VNode {
  const { open, toggle } = useOpenPart(id, false);
  const content = useId();
  const tabIndex = useRowTabIndex();
  const button = (
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
  );
  return (
    <div class={`fold ${className}`}>
      {beside === undefined ? (
        button
      ) : (
        <div class="fold-with-links">
          {button}
          {beside}
        </div>
      )}
      {open && (
        <div class="fold-content" id={content}>
          {children()}
        </div>
      )}
    </div>
  );
}
