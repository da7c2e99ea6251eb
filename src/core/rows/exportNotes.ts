import { t } from '#base/l10n.ts';

/** Says that an export holds only some rows. */
export function partNote(rows: number, of: number): string {
  return t('This is a part of the session: {0} of {1} rows.', rows, of);
}

/** Says that something was taken out of an export. */
export function redactedNote(): string {
  return t('Likely secrets and home folders were redacted. Images were not searched.');
}
