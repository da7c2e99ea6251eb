/** A path as people write it, with `~` for the home folder. */
export function tildePath(path: string, home: string): string {
  const rest = path.slice(home.length);
  return home.length > 1 && path.startsWith(home) && /^(?:$|[\\/])/.test(rest) ? `~${rest}` : path;
}
