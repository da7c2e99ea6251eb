import { plural, t } from '#base/l10n.ts';

/** A line that stands for lines missing from the log. @param count undefined if unknown. */
export function gapWords(count: number | undefined): string {
  return count === undefined
    ? t('⋯ lines not in the log ⋯')
    : plural(count, '⋯ 1 line not in the log ⋯', '⋯ {0} lines not in the log ⋯');
}
