import { createElement, type ComponentChild, type VNode } from 'preact';
import { CodeBlock } from '../../kit/code/CodeBlock.tsx';
import { mathOf } from './math.ts';
import type { MathNode } from './mathTree.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { usePage } from '../model/pageContext.ts';
import { useTurn } from './useTurn.ts';
import { CodeTools } from './tools.tsx';

/** What cannot be drawn is shown as written. */
export function Formula({ text }: PieceProps['Formula']): VNode {
  const isTurn = useTurn(usePage().turns, text.length);
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
