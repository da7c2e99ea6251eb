/** Letters that are written from right to left, and signs that make a text run that way. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text that stands beside others on one line. One with letters from right to left is set apart by
 * direction marks, for it would take the digits that follow it to its other side: a date behind an
 * Arabic title would fall in two.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
