import type { FileReview, ReadingPlace } from '#protocol/pages/page.ts';
import { readFileReviews, readReadingPlaces, readSeenRows } from '#protocol/pages/pageRequests.ts';
import type { Memory } from './filterViews.ts';

/** Something that the workspace remembers of sessions, of a bounded number of them. */
export class SessionMemory<Value> {
  /** By the paths of sessions, the latest last. */
  readonly #values: Map<string, Value>;

  /** @param most sessions. */
  constructor(
    private readonly memory: Memory,
    private readonly key: string,
    read: (stored: unknown) => readonly (readonly [string, Value])[],
    private readonly most: number,
  ) {
    this.#values = new Map(read(memory.get(key)));
  }

  of(path: string): Value | undefined {
    return this.#values.get(path);
  }

  /** What was set last, of any session. */
  latest(): Value | undefined {
    return [...this.#values.values()].at(-1);
  }

  set(path: string, value: Value): void {
    this.#values.delete(path);
    this.#values.set(path, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.most && oldest !== undefined) {
      this.#values.delete(oldest);
    }
  }

  /** For the next window. */
  async save(): Promise<void> {
    await this.memory.update(this.key, [...this.#values]);
  }
}

/** Where the reader of each session was last. */
export function readingPlaces(memory: Memory): SessionMemory<ReadingPlace> {
  return new SessionMemory(memory, 'replay.places', readReadingPlaces, 200);
}

/** IDs of the rows that were the last ones when the reader looked. */
export function seenRows(memory: Memory): SessionMemory<string> {
  return new SessionMemory(memory, 'replay.seen', readSeenRows, 500);
}

/** How the changed files of each session are listed, and which of them the reader has viewed. */
export function fileReviews(memory: Memory): SessionMemory<FileReview> {
  return new SessionMemory(memory, 'replay.reviews', readFileReviews, 50);
}
