import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';

export function Link({ href, children }: PieceProps['Link']): VNode {
  return (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener">
      <bdi>{children}</bdi>
    </a>
  );
}
