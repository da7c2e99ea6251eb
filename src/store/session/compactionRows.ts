import type { RowOf } from '#core/rows/row.ts';
import type { SessionReader } from './sessionReader.ts';

/** The compactions of the shown branch, oldest first. */
export function compactionRows(reader: SessionReader): readonly RowOf<'compaction'>[] {
  const { visible } = reader.indexed.index;
  return Array.from({ length: visible.length }, (_, place) => place)
    .filter((place) => visible.kind(place) === 'compaction')
    .flatMap((place) => reader.rows('all', place, 1).rows)
    .filter((row) => row.kind === 'compaction');
}
