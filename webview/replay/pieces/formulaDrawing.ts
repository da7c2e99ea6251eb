import { LruMap } from '#base/lruMap.ts';
import type { MathNode } from './mathTree.ts';

export type DrawFormula = (formula: string) => MathNode | undefined;

/**
 * What draws formulas. Undefined if the machine has no font for mathematics, as a Linux may not: a
 * root would lose its sign.
 */
export async function formulaDrawing(canDraw = drawsRoots): Promise<DrawFormula | undefined> {
  if (!canDraw()) {
    return undefined;
  }
  const { mathTree } = await import('./mathTree.ts');
  // A few screens, because rows are drawn again when they scroll back.
  const cached = new LruMap<string, { readonly tree: MathNode | undefined }>(200, () => 1);
  return (formula) => {
    const known = cached.get(formula) ?? { tree: mathTree(formula) };
    cached.set(formula, known);
    return known.tree;
  };
}

/** Without such a font, a root is as wide as what is below it. */
function drawsRoots(): boolean {
  const [math, root, letter] = ['math', 'msqrt', 'mi'].map((tag) =>
    document.createElementNS('http://www.w3.org/1998/Math/MathML', tag),
  );
  if (math === undefined || root === undefined || letter === undefined) {
    return false;
  }
  math.setAttribute('class', 'visually-hidden');
  letter.append('x');
  root.append(letter);
  math.append(root);
  document.body.append(math);
  const isWider = root.getBoundingClientRect().width > letter.getBoundingClientRect().width + 1;
  math.remove();
  return isWider;
}
