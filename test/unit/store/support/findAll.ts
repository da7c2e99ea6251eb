import { OpenSearches } from '#store/search/openSearches.ts';
import type { FindQuery } from '#protocol/pages/page.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';

const searches = new OpenSearches();

/** All parts of a search: places of rows, matches in each, and whether the result is complete. */
export async function findAll(
  reader: SessionReader,
  wanted: Omit<FindQuery, 'wholeWord' | 'regex'> & Partial<FindQuery>,
  signal?: AbortSignal,
) {
  const query = { wholeWord: false, regex: false, ...wanted };
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
    rows.forEach((row, at) => {
      const count = inRows[at] ?? 0;
      // A run can have matches in two parts.
      if (row === matches.at(-1)) {
        counts.push((counts.pop() ?? 0) + count);
      } else {
        matches.push(row);
        counts.push(count);
      }
    });
    isComplete &&= complete;
    from = next;
  }
  return { matches, counts, complete: isComplete };
}
