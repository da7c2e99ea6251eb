import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';
import { colourClasses } from '../colourRules.ts';

export function Coloured({ classes, colours, children }: PieceProps['Coloured']): VNode {
  return <span class={`${classes} ${colourClasses(colours)}`.trim()}>{children}</span>;
}
