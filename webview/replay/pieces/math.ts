import { signal } from '@preact/signals';
import type { MathNode } from './mathTree.ts';
import { LruMap } from '#base/lruMap.ts';

const drawn = signal<DrawFormula | undefined>(undefined);
let loading = false;

/**
 * Loads what draws formulas, chunks of their own; they are drawn as such from then on. Nothing draws
 * them if the machine has no font for mathematics, as a Linux may not: a root would lose its sign.
 */
export async function loadMath(canDraw = drawsRoots): Promise<void> {
  loading = true;
  if (!canDraw()) {
    return;
  }
  const { mathTree } = await import('./mathTree.ts');
  // A few screens, because rows are drawn again when they scroll back.
  const cached = new LruMap<string, { readonly tree: MathNode | undefined }>(200, () => 1);
  drawn.value = (formula) => {
    const known = cached.get(formula) ?? { tree: mathTree(formula) };
    cached.set(formula, known);
    return known.tree;
  };
}

/**
 * A formula as MathML; undefined while that loads, and for what it does not understand. A component
 * that reads this is drawn again once it has loaded.
 */
export function mathOf(formula: string): MathNode | undefined {
  if (!loading) {
    // A failure (such as a missing chunk after an update) goes to the page's fault report.
    void loadMath();
  }
  return drawn.value?.(formula);
}

type DrawFormula = (formula: string) => MathNode | undefined;

/** Without such a font, a root is as wide as what is below it. */
function drawsRoots(): boolean {
  const element = (tag: string) =>
    document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  const [math, root, letter] = [element('math'), element('msqrt'), element('mi')];
  math.setAttribute('class', 'visually-hidden');
  letter.append('x');
  root.append(letter);
  math.append(root);
  document.body.append(math);
  const isWider = root.getBoundingClientRect().width > letter.getBoundingClientRect().width + 1;
  math.remove();
  return isWider;
}
