import { createElement, type ComponentChild, type VNode } from 'preact';
import { CodeBlock } from '../code/CodeBlock.tsx';
import { CodeTools } from '../surface/pieces.ts';
import { useSurface } from '../surface/surface.ts';
import { useRowTabIndex } from '../widgets/rowContext.ts';
import { mathOf } from './math.ts';
import type { MathNode } from './mathTree.ts';

/** A formula in TeX; what cannot be drawn is shown as written. */
export function MathBlock({ text }: { text: string }): VNode {
  const isTurn = useSurface().useTurn(text.length);
  const tabIndex = useRowTabIndex();
  const tree = isTurn ? mathOf(text) : undefined;
  return tree === undefined ? (
    <CodeBlock text={text} language="latex" />
  ) : (
    <div class="math-block code-block" tabIndex={tabIndex} role="group" aria-label={text}>
      {drawMath(tree, 0)}
      <CodeTools text={text} />
    </div>
  );
}

function drawMath(node: MathNode, key: number): ComponentChild {
  return typeof node === 'string'
    ? node
    : createElement(node.tag, { ...node.attributes, key }, node.children.map(drawMath));
}
