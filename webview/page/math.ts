import { signal } from '@preact/signals';
import { LruMap } from '#base/lruMap.ts';
import type { MathNode } from './mathTree.ts';

type Draw = (formula: string) => MathNode | undefined;

/** Formulas cached: a few screens, because rows are drawn again when they scroll back. */
const cached = new LruMap<string, { readonly tree: MathNode | undefined }>(200, () => 1);
const loaded = signal<Draw | undefined>(undefined);
let loading = false;

/**
 * Loads the converter, a chunk of its own; formulas drawn from then on are drawn as such. Not if
 * the machine has no font for mathematics, as a Linux may not: a root would lose its sign.
 */
export async function loadMath(canDraw = drawsRoots): Promise<void> {
  if (!canDraw()) {
    return;
  }
  const { mathTree } = await import('./mathTree.ts');
  loaded.value = mathTree;
}

/**
 * A formula as MathML; undefined while the converter loads, and for what it does not understand. A
 * component that reads this is drawn again once it has loaded.
 */
export function mathOf(formula: string): MathNode | undefined {
  const draw = loaded.value;
  if (draw === undefined) {
    if (!loading) {
      loading = true;
      // A failure (such as a missing chunk after an update) goes to the page's fault report.
      void loadMath();
    }
    return undefined;
  }
  const known = cached.get(formula);
  if (known !== undefined) {
    return known.tree;
  }
  const tree = draw(formula);
  cached.set(formula, { tree });
  return tree;
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
