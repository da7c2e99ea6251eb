import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';

/** Sets colors through the CSSOM, which the page's policy allows. */
export function Coloured({ classes, colours, children }: PieceProps['Coloured']): VNode {
  return (
    <span class={classes} style={{ ...colours }}>
      {children}
    </span>
  );
}
