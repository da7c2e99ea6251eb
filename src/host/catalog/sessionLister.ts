import type { SessionSummary } from '#core/session.ts';
import type { Requests } from '#protocol/contract.ts';
import type { FolderListing, WorkerContract } from '#protocol/worker.ts';
import { hostSliceMs, Pacer } from '#base/pacer.ts';
import { FoundSoFar, type OnSoFar } from './foundSoFar.ts';

/** Receives listings from the worker, and of a later one only what is new. */
export class SessionLister {
  readonly #worker: Requests<WorkerContract, 'sessions/list'>;
  readonly #now: () => number;
  /** What the worker builds the next listing on. */
  #last: { readonly listing: string; readonly slots: Slots } | undefined;

  /** @param worker `WorkerClient` fits. */
  constructor(worker: Requests<WorkerContract, 'sessions/list'>, now = () => performance.now()) {
    this.#worker = worker;
    this.#now = now;
  }

  /**
   * Sessions of each folder, newest first. A session that did not change is the same object as in the
   * listing before. One call at a time. Gives way every few milliseconds.
   *
   * @param tell hears what was found so far while the first listing is made.
   * @throws RemoteError with a sentence; AbortError when `signal` fires.
   */
  async list(
    folders: readonly string[],
    signal?: AbortSignal,
    tell?: OnSoFar,
  ): Promise<readonly FolderListing[]> {
    const before = this.#last;
    const pacer = new Pacer(signal, undefined, hostSliceMs);
    const arrived: Slots = new Map();
    const soFar =
      before === undefined && tell !== undefined
        ? new FoundSoFar(folders, tell, this.#now)
        : undefined;
    const end = await this.#worker.request(
      'sessions/list',
      before === undefined ? { folders } : { folders, basis: before.listing },
      signal,
      async ({ count, sessions }) => {
        for (const { slot, folder, summary } of sessions) {
          // One of two folders comes twice.
          const session = arrived.get(slot) ?? summary;
          arrived.set(slot, session);
          soFar?.add(folder, session);
        }
        await soFar?.tell(count);
        if (pacer.isDue) {
          await pacer.pause();
        }
      },
    );
    const slots: Slots = new Map();
    const listings: FolderListing[] = [];
    for (const { order, ...folder } of end.folders) {
      const sessions: SessionSummary[] = [];
      for (const slot of order) {
        const session = arrived.get(slot) ?? before?.slots.get(slot);
        if (session === undefined) {
          throw new Error('A listing names a session that never came.');
        }
        slots.set(slot, session);
        sessions.push(session);
        if (pacer.isDue) {
          await pacer.pause();
        }
      }
      listings.push({ ...folder, sessions });
    }
    this.#last = { listing: end.listing, slots };
    return listings;
  }
}

type Slots = Map<number, SessionSummary>;
