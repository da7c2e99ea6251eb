import { batch, signal, type ReadonlySignal } from '@preact/signals';
import { AbortError } from '#protocol/endpoint.ts';

/** One answer of the host: items `start` and on, of `total` that there are now. */
export interface ListPage<Item> {
  readonly generation: number;
  readonly start: number;
  readonly total: number;
  readonly items: readonly Item[];
}

export interface PagedListOptions<Item> {
  read(start: number, count: number, signal: AbortSignal): Promise<ListPage<Item>>;
  /** Gets failures that are not aborts. */
  onFault(fault: unknown): void;
}

/** A page is one request: two or three screens, well under the protocol's 200. */
export const pageSize = 100;

/**
 * Pages kept. A row carries at most 32 K characters, so this bounds the memory of the longest
 * session at a few tens of MB in the worst case and at a few hundred KB in ordinary ones.
 */
const keptPages = 12;

interface Page<Item> {
  items: readonly Item[];
  /** Shown while it is read again. */
  stale: boolean;
  usedAt: number;
}

/**
 * A long list of which only windows are here. What is on screen is asked for by pages, what scrolled
 * away while it was still on its way is aborted, and what was not looked at for longest is dropped.
 */
export class PagedList<Item> {
  readonly #options: PagedListOptions<Item>;
  readonly #total = signal(0);
  /** Replaced and never changed, so that whoever reads `at` is told. */
  readonly #pages = signal<ReadonlyMap<number, Page<Item>>>(new Map());
  readonly #loading = new Map<number, AbortController>();
  #generation = 0;
  #clock = 0;
  #wanted: { first: number; last: number } = { first: 0, last: 0 };
  #refreshing: Promise<void> | undefined;

  constructor(options: PagedListOptions<Item>) {
    this.#options = options;
  }

  get total(): ReadonlySignal<number> {
    return this.#total;
  }

  /** Pages that are here; for tests of the bound. */
  get keptPages(): number {
    return this.#pages.peek().size;
  }

  /** Undefined while the item is not here yet. */
  at(index: number): Item | undefined {
    const page = this.#pages.value.get(Math.floor(index / pageSize));
    return page?.items[index % pageSize];
  }

  /** Says which items are on screen, so that they are fetched and others are not. */
  show(first: number, last: number): void {
    this.#wanted = { first, last };
    const pages = this.#wantedPages();
    for (const [page, controller] of this.#loading) {
      if (!pages.includes(page)) {
        controller.abort();
        this.#loading.delete(page);
      }
    }
    for (const page of pages) {
      const kept = this.#pages.peek().get(page);
      if (kept !== undefined) {
        kept.usedAt = ++this.#clock;
      }
      if (kept === undefined || kept.stale) {
        void this.#load(page);
      }
    }
  }

  /**
   * Reads again what is on screen after the log changed, and only then lets the new total show, so
   * that appended items appear drawn and not as placeholders.
   *
   * @param expectedTotal how many items there will be, where that is known beforehand.
   * @param withEnd also read the end, because the view will follow it.
   */
  async refresh(expectedTotal: number, withEnd: boolean): Promise<void> {
    await this.#refreshing;
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
  }

  /** Forgets everything, as for another filter, and reads around `index`. */
  async restart(index = 0): Promise<void> {
    for (const controller of this.#loading.values()) {
      controller.abort();
    }
    batch(() => {
      this.#loading.clear();
      this.#pages.value = new Map();
      this.#total.value = 0;
    });
    this.#generation = 0;
    this.#wanted = { first: index, last: index };
    await this.#load(Math.floor(index / pageSize));
  }

  /** Reads a page for a search without keeping it. */
  async peek(page: number, abort: AbortSignal): Promise<readonly Item[]> {
    const kept = this.#pages.peek().get(page);
    if (kept !== undefined && !kept.stale) {
      return kept.items;
    }
    return (await this.#options.read(page * pageSize, pageSize, abort)).items;
  }

  #wantedPages(): number[] {
    const from = Math.floor(Math.max(0, this.#wanted.first) / pageSize);
    const to = Math.floor(Math.max(0, this.#wanted.last) / pageSize);
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
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
      const answer = await this.#options.read(page * pageSize, pageSize, controller.signal);
      if (this.#loading.get(page) === controller) {
        this.#keep(page, answer);
      }
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        this.#options.onFault(fault);
      }
    } finally {
      if (this.#loading.get(page) === controller) {
        this.#loading.delete(page);
      }
    }
  }

  #keep(page: number, answer: ListPage<Item>): void {
    if (answer.generation < this.#generation) {
      return;
    }
    let pages = [...this.#pages.peek()].filter(([kept]) => kept !== page);
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

  /** After a replacement of the file only what is on screen is worth showing until it is re-read. */
  #wantedOf(pages: readonly (readonly [number, Page<Item>])[]): [number, Page<Item>][] {
    const wanted = this.#wantedPages();
    return pages
      .filter(([page]) => wanted.includes(page))
      .map(([page, kept]) => [page, { ...kept, stale: true }]);
  }

  #withoutOldest(pages: [number, Page<Item>][]): [number, Page<Item>][] {
    const wanted = this.#wantedPages();
    const dropped = pages
      .filter(([page]) => !wanted.includes(page))
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
      .slice(0, Math.max(0, pages.length + 1 - keptPages))
      .map(([page]) => page);
    return pages.filter(([page]) => !dropped.includes(page));
  }
}
