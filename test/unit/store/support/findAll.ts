import { OpenSearches } from '#store/find/openSearches.ts';
import type { FindQuery } from '#store/find/rowSearch.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';

const searches = new OpenSearches();

/** All parts of a search: places of rows, matches in each, and whether the result is complete. */
export async function findAll(reader: SessionReader, query: FindQuery, signal?: AbortSignal) {
  const matches: number[] = [];
  const counts: number[] = [];
  let isComplete = true;
  for (let from: number | undefined = 0; from !== undefined;) {
    const {
      rows,
      counts: inRows,
      next,
      complete,
    } = await searches.find(reader, query, from, signal);
    matches.push(...rows);
    counts.push(...inRows);
    isComplete &&= complete;
    from = next;
  }
  return { matches, counts, complete: isComplete };
}
