import type { RowRef } from '../index/rowTable.ts';

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

/** A row's ID, stable over appends: its line and the index of its first event there. */
export function rowId(ref: Pick<RowRef, 'kind' | 'line' | 'event'>): string {
  return ref.kind === 'problem' ? `${ref.line}.p${ref.event}` : `${ref.line}.${ref.event}`;
}

/** The position in a row ID. */
interface RowPlace {
  readonly line: number;
  readonly type: 'event' | 'problem' | 'branch';
  /** Index among the line's events, or in the list of problems. */
  readonly place: number;
}

/** Parses a row ID; undefined if a page made it up. */
export function parseRowId(id: string): RowPlace | undefined {
  const match = /^(\d{1,15})\.(?:(p?)(\d{1,10})r?|b)$/.exec(id);
  if (match === null) {
    return undefined;
  }
  const line = Number(match[1]);
  if (match[3] === undefined) {
    return { line, type: 'branch', place: 0 };
  }
  return { line, type: match[2] === 'p' ? 'problem' : 'event', place: Number(match[3]) };
}

/** ID of the row that offers the branches after a line. */
export function branchRowId(line: number): string {
  return `${line}.b`;
}

/** Whether a row comes before another in the log: negative; after it: positive. */
export function compareRowIds(one: string, other: string): number {
  const [a, b] = [parseRowId(one), parseRowId(other)];
  if (a === undefined || b === undefined) {
    return 0;
  }
  return a.line - b.line || orderOfType[a.type] - orderOfType[b.type] || a.place - b.place;
}

/** On one line: its problems, its events, and the branches after it. */
const orderOfType = { problem: 0, event: 1, branch: 2 } as const;
