import { t } from '#base/l10n.ts';

/** Shortens a path within the session's folder to its relative part. */
export function shortPath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '' || !path.startsWith(cwd)) {
    return path;
  }
  const rest = path.slice(cwd.length);
  if (/[\\/]$/.test(cwd)) {
    return rest === '' ? path : rest;
  }
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}

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

/** An image's accessible name. @param name of one image, such as `Image in the result`. */
export function imageName(name: string, at: number, count: number): string {
  return count === 1 ? name : t('{0}, {1} of {2}', name, at + 1, count);
}
