import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';

/** Not a link: the file contains only one branch. */
export function Branch({ branch, children }: PieceProps['Branch']): VNode {
  return (
    <div class="branch-option" aria-current={branch.shown ? 'true' : undefined}>
      {children}
    </div>
  );
}
