import { signal } from '@preact/signals';
import { LruMap } from '#base/lruMap.ts';
import type { MathNode } from './mathTree.ts';

type Draw = (formula: string) => MathNode | undefined;

/** Formulas cached: a few screens, because rows are drawn again when they scroll back. */
const cached = new LruMap<string, { readonly tree: MathNode | undefined }>(200, () => 1);
const loaded = signal<Draw | undefined>(undefined);
let loading = false;

/** Loads the converter, a chunk of its own; formulas drawn from then on are drawn as such. */
export async function loadMath(): Promise<void> {
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

/** The formula of a paragraph that is one: `$$…$$`; undefined for any other. */
export function formulaOf(paragraph: string): string | undefined {
  const text = paragraph.trim();
  return text.length > 4 && text.startsWith('$$') && text.indexOf('$$', 2) === text.length - 2
    ? text.slice(2, -2).trim()
    : undefined;
}
