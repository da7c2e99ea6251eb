import type { LogIndex } from '#core/replay/logIndex.ts';
import { entryAt, fileCount, type OutlinePart } from '#core/replay/outline.ts';
import type { TextLimits } from '#core/text/longText.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { OutlineEntry, OutlinePage } from '#protocol/page.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import type { IndexedSession } from './indexedSession.ts';
import type { ContentOf, RecordReader } from './recordReader.ts';
import { placeOfRow } from './rowPlace.ts';
import { rowOfSession } from './rowsOfSession.ts';

/** An entry has at most two lines. */
const promptChars = 160;
const promptLimits: TextLimits = { chars: promptChars * 8, lines: 20 };

/**
 * Entries of a range of the outline, and their number in all.
 *
 * @throws SessionReplaced
 */
export function outlineEntries(
  { index, outline }: Pick<IndexedSession, 'index' | 'outline'>,
  records: RecordReader,
  { start, count, cwd }: { start: number; count: number; cwd: string | undefined },
): Omit<OutlinePage, 'generation'> {
  const parts = outline.parts();
  const entries = records.use((contentOf) =>
    parts.slice(start, start + count).map((part) => outlineEntry(index, part, contentOf, cwd)),
  );
  if (!entries.every((entry) => entry !== undefined)) {
    throw new SessionReplaced();
  }
  return { start, total: parts.length, entries };
}

/** Index of the outline's entry that a row belongs to; -1 if none. */
export function outlineEntryOf(
  { index, outline }: Pick<IndexedSession, 'index' | 'outline'>,
  rowId: string,
): number {
  const { row } = placeOfRow(index, rowId);
  return row === undefined ? -1 : entryAt(outline.parts(), index.visible.placeOf(row));
}

/** @returns undefined if the lines no longer contain what was indexed. */
function outlineEntry(
  index: LogIndex,
  { kind, place, led }: OutlinePart,
  contentOf: ContentOf,
  folder: string | undefined,
): OutlineEntry | undefined {
  const number = index.visible.at(place);
  const row =
    number === undefined ? undefined : rowOfSession(index, number, contentOf, promptLimits);
  if (row === undefined) {
    return undefined;
  }
  const base = {
    rowId: row.id,
    index: place,
    ...(row.time === undefined ? {} : { time: row.time }),
  };
  if (kind !== 'prompt' || row.kind !== 'user') {
    return kind === 'prompt' ? undefined : { ...base, kind };
  }
  const { calls, commands, failures, files, durationMs } = led;
  return {
    ...base,
    kind,
    text: oneLine(row.text.text, promptChars),
    files: fileCount(files, folder),
    commands,
    failures,
    calls,
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}
