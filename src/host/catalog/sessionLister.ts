import type { SessionSummary } from '#core/events/session.ts';
import type { Requests } from '#protocol/contract.ts';
import type { FolderListing, ListedFolders, ListingEnd, ScanCount } from '#protocol/listing.ts';
import type { WorkerContract } from '#store/requests/requests.ts';
import { hostPacer, type Pacer } from '#base/pacer.ts';

/** Milliseconds between progress reports of a first scan. */
const reportMs = 1_000;

/** What a first scan has found so far, newest first. */
export interface ScanSoFar {
  /** Undefined until the scan has taken a while. */
  readonly count: ScanCount | undefined;
  readonly folders: readonly FolderListing[];
}

export type OnSoFar = (soFar: ScanSoFar) => Promise<void>;

type Slots = Map<number, SessionSummary>;

/** Receives listings from the worker: the first one whole, later ones as changes. */
export class SessionLister {
  /** The listing that the worker sends the next one relative to. */
  #last: { readonly listing: string; readonly slots: Slots } | undefined;

  /** @param worker such as a `WorkerClient`. */
  constructor(
    private readonly worker: Requests<WorkerContract, 'sessions/list'>,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Sessions of each folder, newest first. An unchanged session is the same object as in the
   * previous listing. One call at a time. Yields every few milliseconds.
   *
   * @param tell receives what the first listing finds: its first sessions at once, as they are the
   *   newest, and those below them once a second.
   * @throws RemoteError with a sentence; AbortError when `signal` fires.
   */
  async list(
    folders: ListedFolders,
    signal?: AbortSignal,
    tell?: OnSoFar,
  ): Promise<readonly FolderListing[]> {
    const pacer = hostPacer(signal);
    const arrived: Slots = new Map();
    const places = folders === 'all' ? [''] : folders;
    const found = places.map((): SessionSummary[] => []);
    let reportedAt = this.now();
    let isAnythingShown = false;
    const end = await this.worker.request(
      'sessions/list',
      this.#last === undefined ? { folders } : { folders, basis: this.#last.listing },
      signal,
      async ({ count, sessions }) => {
        for (const { slot, folder, summary } of sessions) {
          // A session that belongs to two folders arrives twice.
          const session = arrived.get(slot) ?? summary;
          arrived.set(slot, session);
          found[folder]?.push(session);
        }
        const isLate = this.now() - reportedAt >= reportMs;
        const isFirst = !isAnythingShown && sessions.length > 0;
        if (this.#last === undefined && (isLate || isFirst)) {
          reportedAt = this.now();
          isAnythingShown ||= isFirst;
          await tell?.({ count: isLate ? count : undefined, folders: soFar(places, found) });
        }
        if (pacer.isDue) {
          await pacer.pause();
        }
      },
    );
    return this.#receive(end, arrived, pacer);
  }

  async #receive(
    { listing, folders }: ListingEnd,
    arrived: Slots,
    pacer: Pacer,
  ): Promise<readonly FolderListing[]> {
    const slots: Slots = new Map();
    const listings: FolderListing[] = [];
    for (const { order, ...folder } of folders) {
      const sessions: SessionSummary[] = [];
      for (const slot of order) {
        const session = arrived.get(slot) ?? this.#last?.slots.get(slot);
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
    this.#last = { listing, slots };
    return listings;
  }
}

function soFar(
  folders: readonly string[],
  found: readonly (readonly SessionSummary[])[],
): readonly FolderListing[] {
  return folders.map((folder, place) => {
    const sessions = [...(found[place] ?? [])];
    return { folder, sessions, failures: [], others: [] };
  });
}
