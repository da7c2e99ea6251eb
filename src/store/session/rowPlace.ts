import { parseRowId } from '#core/replay/buildRow.ts';
import type { LogIndex } from '#core/replay/logIndex.ts';
import type { RowTable } from '#core/replay/rowTable.ts';

/**
 * Number of the row with an id, and of the nearest one before if that row is gone.
 *
 * @returns `row` is undefined where there is none at or before; `exact` says whether it is the row
 *   itself.
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
  if (wanted.type === 'branch') {
    const row = visible.branchRow(wanted.line);
    const before = firstRowOfLine(table, wanted.line + 1) - 1;
    return { row: row ?? (before < 0 ? undefined : before), exact: row !== undefined };
  }
  let nearest = firstRowOfLine(table, wanted.line) - 1;
  // Within a line, rows of problems stand among those of events, so it is searched from its start.
  for (let row = nearest + 1; row < table.length; row += 1) {
    const ref = table.get(row);
    if (ref?.line !== wanted.line) {
      break;
    }
    const type = ref.kind === 'problem' ? 'problem' : 'event';
    if (type === wanted.type && ref.event === wanted.place) {
      return { row, exact: true };
    }
    if (type === 'event' && wanted.type === 'event' && ref.event < wanted.place) {
      nearest = row;
    }
  }
  return { row: nearest < 0 ? undefined : nearest, exact: false };
}

/** Where a row's last event stands: a call's row goes on to its result. */
export interface RowSpan {
  readonly endLine: number;
  /** Place among that line's events; undefined for all of the line. */
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
  return ref.endLine === 0
    ? { endLine: ref.line, endEvent: ref.event }
    : { endLine: ref.endLine, endEvent: ref.endEvent };
}

/** Number of the first row that begins at or after a line; the table's length if none does. */
export function firstRowOfLine(table: RowTable, line: number): number {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((table.get(middle)?.line ?? Infinity) < line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
