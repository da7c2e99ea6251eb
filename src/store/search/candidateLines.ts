import type { SessionEvent } from '#core/events/event.ts';
import { firstPlace } from '#base/binarySearch.ts';
import type { IndexedSession } from '../session/indexedSession.ts';
import type { BytePattern } from './bytePattern.ts';
import type { Pacer } from '#base/pacer.ts';
import { ByteSearch } from './byteSearch.ts';

/**
 * Lines that may contain a match, found by searching bytes without parsing. May include too many.
 *
 * @returns a flag for each line number; undefined if the session is not a log.
 * @throws SessionReplaced; UserError if it cannot be read.
 */
export async function candidateLines(
  session: IndexedSession,
  pattern: BytePattern,
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
  const search = new ByteSearch(pattern);
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
    await pacer.pauseIfDue();
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

/** Whether a row of these events can show a match; may report false positives. */
export type EventTest = (event: SessionEvent, end: SessionEvent | undefined) => boolean;

/**
 * Avoids building hundreds of rows for one line: every match contains a word, which must appear in
 * a text, key or number of the row's events.
 *
 * @returns undefined if the pattern has no word.
 */
export function eventTest({ word, matchCase }: BytePattern): EventTest | undefined {
  if (word === undefined) {
    return undefined;
  }
  const expression = new RegExp(word, 'i');
  const holds = matchCase
    ? (text: string) => text.includes(word)
    : (text: string) => expression.test(text);
  const mightShow = (event: SessionEvent) => showsOurWords(event) || isIn(event, holds, 0);
  return (event, end) => mightShow(event) || (end !== undefined && mightShow(end));
}

/** Whether a call shows words for a code, which its event does not contain. */
function showsOurWords(event: SessionEvent): boolean {
  return (
    (event.kind === 'toolResult' && event.shownOutput !== undefined) ||
    ('error' in event && typeof event.error === 'object')
  );
}

/**
 * @param depth of the value below its event. Text deeper than two is shown as JSON, where an escape
 *   adds letters that the text does not have.
 */
function isIn(value: unknown, holds: (text: string) => boolean, depth: number): boolean {
  if (typeof value === 'string') {
    return holds(value) || (depth > 2 && escaped.test(value));
  }
  if (Array.isArray(value)) {
    // Shown as JSON from here on.
    return value.some((member) => isIn(member, holds, depth + 2));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(
      ([key, member]) =>
        holds(key) || (depth > 1 && escaped.test(key)) || isIn(member, holds, depth + 1),
    );
  }
  return value !== undefined && holds(JSON.stringify(value));
}

/** Characters that JSON escapes with letters. */
const escaped = /[\0-\x1f\ud800-\udfff]/;
