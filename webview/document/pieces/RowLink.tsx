import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';
import { anchorOf } from '../anchorOf.ts';

export function RowLink({ rowId, children }: PieceProps['RowLink']): VNode {
  return <a href={`#${anchorOf(rowId)}`}>{children}</a>;
}
