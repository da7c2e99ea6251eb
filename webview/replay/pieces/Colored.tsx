import type { VNode } from 'preact';
import type { PieceProps } from '../../kit/surface/surface.ts';

/** Sets colors through the CSSOM, which the page's policy allows. */
export function Colored({ classes, colors, children }: PieceProps['Colored']): VNode {
  return (
    <span class={classes} style={{ ...colors }}>
      {children}
    </span>
  );
}
