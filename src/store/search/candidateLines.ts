import { firstPlace } from '#base/binarySearch.ts';
import type { IndexedSession } from '../session/indexedSession.ts';
import type { LinePattern } from './linePattern.ts';
import type { Pacer } from '#base/pacer.ts';
import { SliceSearch } from './sliceSearch.ts';

/**
 * Lines that may contain a match, found by searching bytes without parsing. May include too many.
 *
 * @returns a flag for each line number; undefined if the session is not a log.
 * @throws SessionReplaced; UserError if it cannot be read.
 */
export async function candidateLines(
  session: IndexedSession,
  pattern: LinePattern,
  pacer: Pacer,
): Promise<Uint8Array | undefined> {
  const { index, reading } = session;
  if (reading.bytesAt === undefined) {
    return undefined;
  }
  const { lines } = index;
  const flags = new Uint8Array(lines.length + 1);
  const last = lines.get(lines.length);
  const end = last === undefined ? 0 : last.offset + last.length;
  const search = new SliceSearch(pattern);
  const { room } = search;
  let offset = 0;
  while (offset < end) {
    const slice = reading.bytesAt(offset, room.subarray(0, end - offset));
    search.begin(slice.length);
    let next = offset + Math.max(1, slice.length - search.overlap);
    for (let hit = search.next(0); hit !== undefined;) {
      const line = lineAt(session, offset + hit);
      flags[line] = 1;
      const source = lines.get(line);
      const lineEnd = source === undefined ? end : source.offset + source.length;
      if (lineEnd >= offset + slice.length) {
        next = Math.max(next, lineEnd);
        break;
      }
      hit = search.next(Math.max(lineEnd - offset, hit + 1));
    }
    offset = offset + slice.length >= end ? end : next;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  // Their words are on other lines.
  for (const line of index.queuedWords.keys()) {
    flags[line] = 1;
  }
  return flags;
}

/** Number of the line that contains a byte. */
function lineAt({ index: { lines } }: IndexedSession, offset: number): number {
  return (
    firstPlace(2, lines.length + 1, (line) => (lines.get(line)?.offset ?? Infinity) > offset) - 1
  );
}
