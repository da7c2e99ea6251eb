import type { Requests } from '#protocol/contract.ts';
import type { FolderListing, WorkerContract } from '#protocol/worker.ts';
import { followScan, type OnSoFar } from './scanFollower.ts';
import { takeListing, type TakenListing } from './takenListing.ts';

type ListingWorker = Requests<WorkerContract, 'sessions/list' | 'sessions/soFar' | 'sessions/part'>;

/** Takes listings over from the worker, each in parts, and of a later one only what is new. */
export class SessionLister {
  readonly #worker: ListingWorker;
  readonly #follow: typeof followScan;
  #last: TakenListing | undefined;

  /** @param worker `WorkerClient` fits. */
  constructor(worker: ListingWorker, follow = followScan) {
    this.#worker = worker;
    this.#follow = follow;
  }

  /**
   * Sessions of each folder, newest first. A session that did not change is the same object as in the
   * listing before. One call at a time.
   *
   * @param tell hears what was found so far while the first listing takes long; not after the end.
   * @throws RemoteError with a sentence; AbortError when `signal` fires.
   */
  async list(
    folders: readonly string[],
    signal?: AbortSignal,
    tell?: OnSoFar,
  ): Promise<readonly FolderListing[]> {
    const before = this.#last;
    const ended = new AbortController();
    const asked = this.#worker
      .request(
        'sessions/list',
        before === undefined ? { folders } : { folders, basis: before.listing },
        signal,
      )
      .finally(() => {
        ended.abort();
      });
    const [outline] = await Promise.all([
      asked,
      before === undefined && tell !== undefined
        ? this.#follow(this.#worker, tell, ended.signal)
        : undefined,
    ]);
    this.#last = await takeListing(this.#worker, outline, before, signal);
    return this.#last.folders;
  }
}
