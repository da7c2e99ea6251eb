import type { ListRow } from '#core/lens/runRow.ts';
import { pageSize, type PagedList } from './pagedList.ts';

/** Maximum pages to search: 5,000 rows between two user messages are no dialogue. */
const mostPages = 50;

/**
 * Index of the nearest user message after a row (1) or before it (-1).
 *
 * @returns undefined if none is that near.
 */
export async function nextUserRow(
  rows: PagedList<ListRow>,
  from: number,
  direction: 1 | -1,
): Promise<number | undefined> {
  const total = rows.total.peek();
  let index = from + direction;
  for (let pages = 0; pages < mostPages && index >= 0 && index < total; pages += 1) {
    const page = Math.floor(index / pageSize);
    const items = await rows.peek(page);
    while (index >= 0 && index < total && Math.floor(index / pageSize) === page) {
      if (items[index % pageSize]?.kind === 'user') {
        return index;
      }
      index += direction;
    }
  }
  return undefined;
}
