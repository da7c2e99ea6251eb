/** Right-to-left letters, and signs that make a text run that way. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text that stands beside others on one line. If it has right-to-left letters, direction marks
 * isolate it, for it would pull the digits that follow to its other side: a date after an Arabic
 * title would fall in two.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
