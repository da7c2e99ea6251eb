/*
 * IDs come from files, and go into command lines. None that passes here is an option to an agent or
 * means anything to a shell.
 */

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(id: string): boolean {
  return uuid.test(id);
}

/** Whether an ID is one short word of ASCII that begins with a letter or a digit. */
export function isPlainId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id);
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
