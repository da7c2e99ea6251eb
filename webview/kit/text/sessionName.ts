import { t } from '#base/l10n.ts';

/** Name of a session without a title: its file name, which says more than its folders. */
export function sessionName({
  path,
  id,
}: {
  readonly path?: string | undefined;
  readonly id?: string | undefined;
}): string {
  return path?.split(/[\\/]/).at(-1) ?? id ?? t('another session');
}
