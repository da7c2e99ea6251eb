/**
 * Whether a path is absolute on either platform; a relative one means another folder for each
 * process.
 */
export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(path);
}

/**
 * Reads a session's ID from the last name of its path: without the name's ending, or what a pattern
 * finds in that.
 */
export function idInName(ending: RegExp, id?: RegExp): (names: readonly string[]) => string {
  return (names) => {
    const name = (names.at(-1) ?? '').replace(ending, '');
    return id?.exec(name)?.[1] ?? name;
  };
}
