import { branchRowId, parseRowId, rowId as idOf } from '#core/rows/rowId.ts';
import { firstPlace } from '#base/binarySearch.ts';
import type { EventPlace } from '#core/conversation/contextTurn.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import type { RowTable } from '#core/index/rowTable.ts';

/**
 * Number of the row with an ID, or of the nearest earlier row if it is gone.
 *
 * @returns `row` is undefined if there is neither; `exact` tells whether it is the row itself.
 */
export function placeOfRow(
  { transcript, visible }: LogIndex,
  rowId: string,
): { readonly row: number | undefined; readonly exact: boolean } {
  const wanted = parseRowId(rowId);
  if (wanted === undefined) {
    return { row: undefined, exact: false };
  }
  const table = transcript.rows;
  const first = firstRowOfLine(table, wanted.line);
  if (wanted.type === 'branch') {
    const row = visible.branchRow(wanted.line);
    const before = firstRowOfLine(table, wanted.line + 1) - 1;
    return { row: row ?? (before < 0 ? undefined : before), exact: row !== undefined };
  }
  const { from, row, exact } = rowAt(table, wanted.line, wanted.type, wanted.place);
  if (exact) {
    return { row, exact };
  }
  const maker =
    wanted.type === 'event'
      ? transcript.facts.makerOf({ line: wanted.line, event: wanted.place })
      : undefined;
  if (maker !== undefined) {
    return { row: maker, exact: true };
  }
  const nearest = (wanted.type === 'event' && row > from ? row : first) - 1;
  return { row: nearest < 0 ? undefined : nearest, exact: false };
}

/** Number of the row that an event begins; undefined if there is none. */
export function rowOfEvent(table: RowTable, { line, event }: EventPlace): number | undefined {
  const { row, exact } = rowAt(table, line, 'event', event);
  return exact ? row : undefined;
}

/** The first row from a place on among a line’s problems, or among its events, which follow; both are in order. */
function rowAt(table: RowTable, line: number, type: 'problem' | 'event', place: number) {
  const start = firstRowOfLine(table, line);
  const end = firstRowOfLine(table, line + 1);
  const events = firstPlace(start, end, (row) => table.kind(row) !== 'problem');
  const [from, to] = type === 'problem' ? [start, events] : [events, end];
  const row = firstPlace(from, to, (at) => table.event(at) >= place);
  return { from, row, exact: row < to && table.event(row) === place };
}

/** ID of a shown row, by its number as in `VisibleRows`. */
export function idOfRow({ transcript, visible }: LogIndex, row: number): string {
  const ref = transcript.rows.get(row);
  return ref === undefined ? branchRowId(visible.branchPoint(row)?.line ?? 0) : idOf(ref);
}

/** Where a row's last event is: a call's row extends to its result and its diffs. */
export interface RowSpan {
  readonly endLine: number;
  /** Place among that line's events; undefined for the whole line. */
  readonly endEvent: number | undefined;
}

/** @returns undefined if there is no such row. */
export function spanOfRow(index: LogIndex, rowId: string): RowSpan | undefined {
  const { row, exact } = placeOfRow(index, rowId);
  const wanted = parseRowId(rowId);
  if (!exact || row === undefined || wanted === undefined) {
    return undefined;
  }
  const ref = index.transcript.rows.get(row);
  if (wanted.type !== 'event' || ref === undefined) {
    return { endLine: wanted.line, endEvent: undefined };
  }
  const ends = [
    { endLine: ref.line, endEvent: ref.event },
    { endLine: ref.endLine, endEvent: ref.endEvent },
    ...index.transcript.facts
      .changes(row)
      .map(({ line, event }) => ({ endLine: line, endEvent: event })),
  ];
  return ends.sort((a, b) => b.endLine - a.endLine || b.endEvent - a.endEvent)[0];
}

/** Number of the first row that starts at or after a line; the table's length if none does. */
export function firstRowOfLine(table: RowTable, line: number): number {
  return firstPlace(0, table.length, (row) => table.line(row) >= line);
}

/** The last row that starts up to a line; undefined if there is none. */
export function lastRowUpTo(table: RowTable, line: number): number | undefined {
  const row = firstRowOfLine(table, line + 1) - 1;
  return row < 0 ? undefined : row;
}

/** When what is on a line was said, or what was said last before it. */
export function timeAt({ transcript: { rows, facts } }: LogIndex, line: number) {
  const row = lastRowUpTo(rows, line);
  return row === undefined ? undefined : facts.time(row);
}
