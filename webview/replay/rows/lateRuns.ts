import type { RunRow } from '#core/lens/runRow.ts';

let named: ((row: RunRow) => string) | undefined;

/** What names runs, which no first paint needs: they are drawn once it has loaded. */
export function setRunLabel(labelOf: (row: RunRow) => string): void {
  named = labelOf;
}

/** A run in words; empty until that has loaded. */
export function runLabel(row: RunRow): string {
  return named?.(row) ?? '';
}
