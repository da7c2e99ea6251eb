import type { ReadingPlace } from '#protocol/pages/page.ts';
import { readReadingPlaces } from '#protocol/pages/pageRequests.ts';
import type { Memory } from './filterViews.ts';

const key = 'replay.places';

const mostPlaces = 200;

/** Where the reader of each session was last. */
export class ReadingPlaces {
  /** By the paths of sessions, the latest last. */
  readonly #places: Map<string, ReadingPlace>;

  constructor(private readonly memory: Memory) {
    this.#places = new Map(readReadingPlaces(memory.get(key)));
  }

  of(path: string): ReadingPlace | undefined {
    return this.#places.get(path);
  }

  moved(path: string, place: ReadingPlace): void {
    this.#places.delete(path);
    this.#places.set(path, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > mostPlaces && oldest !== undefined) {
      this.#places.delete(oldest);
    }
  }

  /** For the next window. */
  async save(): Promise<void> {
    await this.memory.update(key, [...this.#places]);
  }
}
