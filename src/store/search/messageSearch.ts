import { Pacer } from '#base/pacer.ts';
import type { TextQuery } from '#core/search/textSearch.ts';
import { messageTexts } from '#core/rows/shownMessage.ts';
import type { FoundRows } from '#protocol/pages/page.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { mostRows, refused, slicesOfPart } from './rowSearch.ts';
import { timedSearch } from './timedSearch.ts';

/** Messages read at once. */
const batch = 50;

/**
 * Finds the messages of the conversation whose text matches a query, in parts like a search of
 * rows. A compaction keeps the conversation short, so every message is read.
 *
 * @param from index of the message where the part starts.
 * @throws UserError if the session cannot be read; the signal's reason when aborted.
 */
export async function findMessages(
  reader: SessionReader,
  query: TextQuery,
  from: number,
  signal?: AbortSignal,
): Promise<FoundRows> {
  const pacer = new Pacer(signal);
  const rows: number[] = [];
  const counts: number[] = [];
  let place = from;
  let total = Infinity;
  try {
    const search = timedSearch(query);
    for (let slices = 0; place < total && slices < slicesOfPart && rows.length < mostRows;) {
      const page = reader.messages(place, batch);
      ({ total } = page);
      const texts = page.messages.map(messageTexts);
      const found = search.matchesIn(texts.flat()).values();
      for (const ofMessage of texts) {
        const count = ofMessage.reduce((sum) => sum + (found.next().value?.length ?? 0), 0);
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
  } catch (error) {
    return refused(error);
  }
  return {
    rows,
    counts,
    ...(place < total ? { next: place } : {}),
    complete: reader.state().complete,
  };
}
