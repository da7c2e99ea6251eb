/** A path as people write it, with `~` for the home folder. */
export function tildePath(path: string, home: string): string {
  return home.length > 1 && isWithin(path, home) ? `~${path.slice(home.length)}` : path;
}

/** Whether a path is this file or folder or below it, both spelled alike. */
export function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^(?:$|[\\/])/.test(path.slice(folder.length));
}
