import { rowFilterKinds, type ReplayHeader, type RowFilter } from '#protocol/page.ts';

/** Number of rows that match a filter. */
export function rowsWithin(header: ReplayHeader, filter: RowFilter): number {
  if (filter === 'all') {
    return header.rows;
  }
  if (filter === 'trouble') {
    return header.trouble;
  }
  return rowFilterKinds[filter].reduce((sum, kind) => sum + (header.kinds[kind] ?? 0), 0);
}
