import type { VNode } from 'preact';
import { CodeBlock } from '../../code/CodeBlock.tsx';
import type { PieceProps } from '../../surface/surface.ts';

/** As written: nobody knows whether its reader has a font for mathematics. */
export function Formula({ text }: PieceProps['Formula']): VNode {
  return <CodeBlock text={text} language="latex" />;
}
