/** A row's element ID; a row's own ID starts with a digit. */
export function anchorOf(rowId: string): string {
  return `r${rowId}`;
}
