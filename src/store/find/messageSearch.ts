import { Pacer } from '#base/pacer.ts';
import { messageTexts } from '#core/conversation/messageTexts.ts';
import type { FoundRows } from '#protocol/page.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { mostRows } from './rowSearch.ts';

export interface MessageQuery {
  readonly query: string;
  readonly matchCase: boolean;
}

/** Messages read at once. */
const batch = 50;

/** A part is returned after this many slices of work, whatever it contains: about 0.1 s. */
const slicesOfPart = 12;

/**
 * Finds the messages of the conversation whose text contains a query, in parts like a search of
 * rows. A compaction keeps the conversation short, so every message is read.
 *
 * @param from index of the message where the part starts.
 * @throws UserError if the session cannot be read; the signal's reason when aborted.
 */
export async function findMessages(
  reader: SessionReader,
  { query, matchCase }: MessageQuery,
  from: number,
  signal?: AbortSignal,
): Promise<FoundRows> {
  const pacer = new Pacer(signal);
  const rows: number[] = [];
  const counts: number[] = [];
  const wanted = matchCase ? query : query.toLowerCase();
  let place = from;
  let total = Infinity;
  for (let slices = 0; place < total && slices < slicesOfPart && rows.length < mostRows;) {
    const page = reader.messages(place, batch);
    ({ total } = page);
    for (const message of page.messages) {
      const count = messageTexts(message)
        .map((text) => occurrences(matchCase ? text : text.toLowerCase(), wanted))
        .reduce((sum, found) => sum + found, 0);
      if (count > 0) {
        rows.push(place);
        counts.push(count);
      }
      place += 1;
    }
    if (page.messages.length === 0) {
      break;
    }
    if (pacer.isDue) {
      slices += 1;
      await pacer.pause();
    }
  }
  return {
    rows,
    counts,
    ...(place < total ? { next: place } : {}),
    complete: reader.state().complete,
  };
}

/** Counts non-overlapping occurrences of a non-empty text. */
function occurrences(text: string, wanted: string): number {
  return text.split(wanted).length - 1;
}
