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
