/** The `id` of a row's element; a row's own id begins with a digit. */
export function anchorOf(rowId: string): string {
  return `r${rowId}`;
}
