import type { LongText } from '#core/replay/row.ts';
import { counted, formatAmount, formatCount, formatLength } from '../text/format.ts';

/** How much of a text is not here: `400 more lines`; undefined if all of it is. */
export function missingText({ text, length, lines }: LongText): string | undefined {
  const missing = length - text.length;
  if (missing <= 0) {
    return undefined;
  }
  const missingLines = lines - linesOf(text);
  return missingLines > 0
    ? counted(missingLines, 'more line')
    : formatLength(missing).replace(' ', ' more ');
}

/** What a button promises that opens a folded text: all of it, or as much as is here. */
export function showLabel({ text, length, lines }: LongText): string {
  if (text.length >= length) {
    return `Show all (${counted(lines, 'line')}, ${formatLength(length)})`;
  }
  const here = linesOf(text);
  return here < lines
    ? `Show the first ${formatCount(here)} of ${counted(lines, 'line')}`
    : `Show the first ${formatAmount(text.length)} of ${formatLength(length)}`;
}

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}
