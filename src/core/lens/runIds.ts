/** ID of the run that begins with a row, stable over appends like that row's own. */
export function runId(firstRow: string): string {
  return `${firstRow}r`;
}

/** Whether an ID is of a run and not of the row that it begins with. */
export function isRunId(id: string): boolean {
  return id.endsWith('r');
}

/** ID of the row that a run begins with. */
export function firstRowOf(run: string): string {
  return run.slice(0, -1);
}
