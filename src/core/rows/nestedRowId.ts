/** How deep sub-agents of sub-agents are shown within one session. */
export const deepestNesting = 3;

/** ID of a row of a sub-agent within the session that it belongs to. */
export function nestedRowId(call: string, agent: number, row: string): string {
  return `${call}:${agent}:${row}`;
}

/** How many sub-agents a row is in. */
export function nestingOf(rowId: string): number {
  return (rowId.split(':').length - 1) / 2;
}

/** The calls that lead to a row, and its own ID in the last sub-agent's session. */
interface NestedRow {
  readonly calls: readonly { readonly rowId: string; readonly agent: number }[];
  readonly rowId: string;
}

/** Undefined if a page made the ID up. */
export function parseNestedRowId(id: string): NestedRow | undefined {
  const parts = id.split(':');
  const rowId = parts.pop() ?? '';
  const calls = [];
  for (let at = 0; at < parts.length; at += 2) {
    calls.push({ rowId: parts[at] ?? '', agent: Number(parts[at + 1]) });
  }
  const isPlain = calls.every(({ agent }) => Number.isSafeInteger(agent) && agent >= 0);
  return isPlain && calls.length <= deepestNesting ? { calls, rowId } : undefined;
}
