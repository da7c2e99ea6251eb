import type { Row } from '#core/replay/row.ts';

/** Approximate limit of one answer: rows with long texts are returned in smaller parts. */
const maxChars = 2_000_000;

/** The first of these rows that fit into one answer, at least one. */
export function firstRows(rows: readonly Row[]): readonly Row[] {
  let chars = 0;
  const end = rows.findIndex((row, index) => {
    chars += JSON.stringify(row).length;
    return index > 0 && chars > maxChars;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
