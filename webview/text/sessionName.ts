import { t } from '#base/l10n.ts';

/** A session without a title: its file's name, which says more than the folders before it. */
export function sessionName({
  path,
  id,
}: {
  readonly path?: string | undefined;
  readonly id?: string | undefined;
}): string {
  return path?.split(/[\\/]/).at(-1) ?? id ?? t('another session');
}
