import { plural, t } from '#base/l10n.ts';

/**
 * What many sessions were read for lacks, and why; none if nothing.
 *
 * @param unread sessions that could not be read.
 * @param reasons sentences, also on parts of sessions that were.
 */
export function missingTexts(unread: number, reasons: readonly string[] = []): readonly string[] {
  const why = reasons.join(' ');
  return unread === 0
    ? why === ''
      ? []
      : [t('Not all could be read: {0}', why)]
    : [
        [
          plural(unread, '1 session could not be read', '{0} sessions could not be read'),
          ...(why === '' ? [] : [why]),
        ].join(': '),
      ];
}
