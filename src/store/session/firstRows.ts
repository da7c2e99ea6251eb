import type { Row } from '#core/replay/row.ts';

/** The first rows within a number of characters, at least one. */
export function firstRows(rows: readonly Row[], maxChars: number): readonly Row[] {
  let chars = 0;
  const end = rows.findIndex((row, index) => {
    chars += JSON.stringify(row).length;
    return index > 0 && chars > maxChars;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
