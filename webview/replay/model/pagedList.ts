import { batch, signal, type ReadonlySignal } from '@preact/signals';
import { AbortError } from '#protocol/channel/endpoint.ts';
import type { ListRow } from '#core/lens/runRow.ts';

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

/** One answer from the host: some of the current `total` of items. */
export interface ListPage<Item> {
  readonly generation: number;
  readonly total: number;
  readonly items: readonly Item[];
}

export interface PagedListOptions<Item> {
  read(start: number, count: number, signal: AbortSignal): Promise<ListPage<Item>>;
  /** Receives every failure except aborts. */
  onFault(fault: unknown): void;
}

/** One page per request: two or three screens, well below the protocol's limit of 200. */
export const pageSize = 100;

/**
 * Cached pages. A row carries at most 32 K characters, which bounds memory for the longest session
 * at a few tens of MB in the worst case, usually a few hundred KB.
 */
const cachedPages = 12;

interface Page<Item> {
  items: readonly Item[];
  /** Shown while it is reloaded. */
  stale: boolean;
  usedAt: number;
}

/**
 * A long list that is loaded in windows. Pages on screen are requested, requests for pages that
 * scrolled away are aborted, and the least recently used pages are evicted.
 */
export class PagedList<Item> {
  readonly #total = signal(0);
  /** Replaced rather than mutated, so that readers of `at` are notified. */
  readonly #pages = signal<ReadonlyMap<number, Page<Item>>>(new Map());
  readonly #loading = new Map<number, AbortController>();
  #generation = 0;
  #clock = 0;
  /** By viewer. */
  readonly #wanted = new Map<string, { readonly first: number; readonly last: number }>();
  #refreshing: Promise<void> | undefined;

  constructor(private readonly options: PagedListOptions<Item>) {}

  get total(): ReadonlySignal<number> {
    return this.#total;
  }

  /** Cached pages; for tests of the limit. */
  get cachedPages(): number {
    return this.#pages.peek().size;
  }

  /** Undefined while the item has not loaded. */
  at(index: number): Item | undefined {
    const page = this.#pages.value.get(Math.floor(index / pageSize));
    return page?.items[index % pageSize];
  }

  /**
   * Sets the items on screen, so that these are fetched and no others.
   *
   * @param viewer whose screen; each has its own.
   */
  show(first: number, last: number, viewer = 'list'): void {
    this.#wanted.set(viewer, { first, last });
    const pages = this.#wantedPages();
    for (const [page, controller] of this.#loading) {
      if (!pages.includes(page)) {
        controller.abort();
        this.#loading.delete(page);
      }
    }
    for (const page of pages) {
      const cached = this.#pages.peek().get(page);
      if (cached !== undefined) {
        cached.usedAt = ++this.#clock;
      }
      if (cached === undefined || cached.stale) {
        void this.#load(page);
      }
    }
  }

  /**
   * Reloads the visible items after the log changed, and only then updates the total, so that
   * appended items appear drawn rather than as placeholders.
   *
   * @param expectedTotal number of items to expect.
   * @param withEnd also load the end, because the view will follow it.
   * @returns how many items more there are; those of an earlier refresh do not count again.
   */
  async refresh(expectedTotal: number, withEnd: boolean): Promise<number> {
    while (this.#refreshing !== undefined) {
      await this.#refreshing;
    }
    const before = this.#total.peek();
    for (const page of this.#pages.peek().values()) {
      page.stale = true;
    }
    const last = Math.max(0, Math.floor((expectedTotal - 1) / pageSize));
    const pages = new Set([...this.#wantedPages(), ...(withEnd ? [last] : [])]);
    const refreshing = Promise.all([...pages].map((page) => this.#load(page, true))).then(() => {
      this.#refreshing = undefined;
    });
    this.#refreshing = refreshing;
    await refreshing;
    return this.#total.peek() - before;
  }

  /**
   * Clears everything, for example for another filter, and reloads around `index`.
   *
   * @param first the page there, if it is known.
   */
  async restart(index = 0, first?: ListPage<Item>): Promise<void> {
    for (const controller of this.#loading.values()) {
      controller.abort();
    }
    batch(() => {
      this.#loading.clear();
      this.#pages.value = new Map();
      this.#total.value = 0;
    });
    this.#generation = 0;
    this.#wanted.clear();
    this.#wanted.set('list', { first: index, last: index });
    const page = Math.floor(index / pageSize);
    if (first === undefined) {
      await this.#load(page);
    } else {
      this.#store(page, first);
    }
  }

  /** Reads an item without caching it; undefined if there is none. */
  async peekItem(index: number, abort?: AbortSignal): Promise<Item | undefined> {
    return (await this.peek(Math.floor(index / pageSize), abort))[index % pageSize];
  }

  /** Reads a page without caching it, for a search. */
  async peek(page: number, abort = new AbortController().signal): Promise<readonly Item[]> {
    const cached = this.#pages.peek().get(page);
    if (cached !== undefined && !cached.stale) {
      return cached.items;
    }
    return (await this.options.read(page * pageSize, pageSize, abort)).items;
  }

  #wantedPages(): readonly number[] {
    const wanted = this.#wanted.size === 0 ? [{ first: 0, last: 0 }] : this.#wanted.values();
    const pages = new Set<number>();
    for (const { first, last } of wanted) {
      const to = Math.floor(Math.max(0, last) / pageSize);
      for (let page = Math.floor(Math.max(0, first) / pageSize); page <= to; page += 1) {
        pages.add(page);
      }
    }
    return [...pages];
  }

  async #load(page: number, again = false): Promise<void> {
    const running = this.#loading.get(page);
    if (running !== undefined) {
      if (!again) {
        return;
      }
      running.abort();
    }
    const controller = new AbortController();
    this.#loading.set(page, controller);
    try {
      const answer = await this.options.read(page * pageSize, pageSize, controller.signal);
      if (this.#loading.get(page) === controller) {
        this.#store(page, answer);
      }
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        this.options.onFault(fault);
      }
    } finally {
      if (this.#loading.get(page) === controller) {
        this.#loading.delete(page);
      }
    }
  }

  #store(page: number, answer: ListPage<Item>): void {
    if (answer.generation < this.#generation) {
      return;
    }
    let pages = [...this.#pages.peek()].filter(([cached]) => cached !== page);
    if (answer.generation > this.#generation) {
      this.#generation = answer.generation;
      pages = this.#wantedOf(pages);
    }
    pages = this.#withoutOldest(pages);
    const added = { items: answer.items, stale: false, usedAt: ++this.#clock };
    batch(() => {
      this.#pages.value = new Map([...pages, [page, added]]);
      this.#total.value = answer.total;
    });
  }

  /** After the file was replaced, only visible pages are worth showing until they are reloaded. */
  #wantedOf(pages: readonly (readonly [number, Page<Item>])[]): [number, Page<Item>][] {
    const wanted = this.#wantedPages();
    return pages
      .filter(([page]) => wanted.includes(page))
      .map(([page, cached]) => [page, { ...cached, stale: true }]);
  }

  #withoutOldest(pages: [number, Page<Item>][]): [number, Page<Item>][] {
    const wanted = this.#wantedPages();
    const dropped = pages
      .filter(([page]) => !wanted.includes(page))
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
      .slice(0, Math.max(0, pages.length + 1 - cachedPages))
      .map(([page]) => page);
    return pages.filter(([page]) => !dropped.includes(page));
  }
}
