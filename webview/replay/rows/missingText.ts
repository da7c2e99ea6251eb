import type { LongText } from '#core/rows/row.ts';
import { formatAmount } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';

/** How much of a text is missing, such as `400 more lines`; undefined if nothing is. */
export function missingText({ text, length, lines }: LongText): string | undefined {
  const missing = length - text.length;
  if (missing <= 0) {
    return undefined;
  }
  const missingLines = lines - linesOf(text);
  return missingLines > 0
    ? plural(missingLines, '1 more line', '{0} more lines')
    : missing === 1
      ? t('1 more character')
      : t('{0} more characters', formatAmount(missing));
}

/** Label of the button that expands a folded text: all of it, or as much as is loaded. */
export function showLabel({ text, length, lines }: LongText): string {
  if (text.length >= length) {
    return plural(
      lines,
      'Show all (1 line, {1} characters)',
      'Show all ({0} lines, {1} characters)',
      formatAmount(length),
    );
  }
  const here = linesOf(text);
  return here < lines
    ? t('Show the first {0} of {1} lines', here, lines)
    : t('Show the first {0} of {1} characters', formatAmount(text.length), formatAmount(length));
}

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}
