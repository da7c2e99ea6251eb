import type { SessionSummary } from '#core/session.ts';
import type { FolderListing, ListingOutline, WorkerContract } from '#protocol/worker.ts';

/** So many summaries take about 2 ms to arrive. */
const partCount = 250;

/** The requests that this makes; `WorkerClient` fits. */
interface ListingWorker {
  request(
    name: 'sessions/list',
    params: WorkerContract['requests']['sessions/list']['params'],
    signal?: AbortSignal,
  ): Promise<ListingOutline>;
  request(
    name: 'sessions/part',
    params: WorkerContract['requests']['sessions/part']['params'],
    signal?: AbortSignal,
  ): Promise<readonly SessionSummary[]>;
}

/** Takes listings over from the worker, each in parts, and of a later one only what is new. */
export class SessionLister {
  readonly #worker: ListingWorker;
  #listing: string | undefined;
  #sessions: readonly (SessionSummary | undefined)[] = [];

  constructor(worker: ListingWorker) {
    this.#worker = worker;
  }

  /**
   * Sessions of each folder, newest first. A session that did not change is the same object as in the
   * listing before. One call at a time.
   *
   * @throws RemoteError with a sentence; AbortError when `signal` fires.
   */
  async list(folders: readonly string[], signal?: AbortSignal): Promise<readonly FolderListing[]> {
    const basis = this.#listing;
    const { listing, slots, ...outline } = await this.#worker.request(
      'sessions/list',
      basis === undefined ? { folders } : { folders, basis },
      signal,
    );
    const sessions = Array.from(slots, (place) => this.#sessions[place]);
    let place = 0;
    for (let start = 0, left = slots.reduce((n, p) => (p < 0 ? n + 1 : n), 0); left > 0;) {
      const params = { listing, start, count: partCount };
      const part = await this.#worker.request('sessions/part', params, signal);
      if (part.length === 0) {
        throw new Error('A listing has fewer sessions than it says.');
      }
      for (const session of part) {
        place = nextMissing(slots, place);
        sessions[place] = session;
        place += 1;
      }
      start += part.length;
      left -= part.length;
    }
    this.#listing = listing;
    this.#sessions = sessions;
    return outline.folders.map(({ places, ...folder }) => ({
      ...folder,
      sessions: Array.from(places, (at) => sessions[at]).filter((each) => each !== undefined),
    }));
  }
}

function nextMissing(slots: Int32Array, from: number): number {
  let place = from;
  while ((slots[place] ?? -1) >= 0) {
    place += 1;
  }
  return place;
}
