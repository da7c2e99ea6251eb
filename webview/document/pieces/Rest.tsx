import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';

export function Rest({ missing }: PieceProps['Rest']): VNode | null {
  return missing === undefined ? null : <span class="quiet">{missing} in the log</span>;
}
