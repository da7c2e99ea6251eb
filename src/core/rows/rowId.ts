import type { RowRef } from '../index/rowTable.ts';

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
