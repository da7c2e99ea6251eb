import { signal } from '@preact/signals';
import type { DrawFormula } from './formulaDrawing.ts';
import type { MathNode } from './mathTree.ts';

const drawn = signal<DrawFormula | undefined>(undefined);
let loading = false;

/** Loads what draws formulas, chunks of their own; they are drawn as such from then on. */
export async function loadMath(canDraw?: () => boolean): Promise<void> {
  loading = true;
  const { formulaDrawing } = await import('./formulaDrawing.ts');
  drawn.value = await formulaDrawing(canDraw);
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
