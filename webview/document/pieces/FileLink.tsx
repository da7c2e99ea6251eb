import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';

/** Not a link: the file is on the machine of whoever exported the document. */
export function FileLink({ className, children }: PieceProps['FileLink']): VNode {
  return <bdi class={className}>{children}</bdi>;
}
