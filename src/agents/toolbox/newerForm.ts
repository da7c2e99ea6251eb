/** Says of a session's start that its form is newer than all that is known here. @param known the newest that is. */
export function newerForm(version: unknown, known: number): { readonly newerForm?: number } {
  return typeof version === 'number' && Number.isSafeInteger(version) && version > known
    ? { newerForm: version }
    : {};
}
