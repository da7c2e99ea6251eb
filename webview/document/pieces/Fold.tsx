import type { VNode } from 'preact';
import { Icon } from '../../widgets/Icon.tsx';
import type { PieceProps } from '../../surface/surface.ts';
import '../../surface/fold.css';

/** A native `<details>`, so folded content can be searched and printed. */
export function Fold({ line, beside, className = '', children }: PieceProps['Fold']): VNode {
  return (
    <details class={`fold ${className}`.trim()}>
      <summary class="fold-line">
        <Icon name="chevron-right" />
        {line(false)}
        {beside}
      </summary>
      <div class="fold-content">{children()}</div>
    </details>
  );
}
