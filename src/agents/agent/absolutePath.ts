/**
 * Whether a path is absolute on either platform; a relative one means another folder for each
 * process.
 */
export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(path);
}
