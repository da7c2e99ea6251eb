import type { SessionSummary } from '#core/session.ts';
import type { Requests } from '#protocol/contract.ts';
import type { FolderListing, ListingOutline, WorkerContract } from '#protocol/worker.ts';
import { hostSliceMs, Pacer } from '#base/pacer.ts';

/** So many summaries take about 2 ms to arrive. */
const partCount = 250;

/** A listing as it was taken over from the worker. */
export interface TakenListing {
  /** Names it for the next one. */
  readonly listing: string;
  /** In the order of the listing's slots. */
  readonly sessions: readonly (SessionSummary | undefined)[];
  readonly folders: readonly FolderListing[];
}

/**
 * Takes a listing over in parts, and gives way every few milliseconds. A session that did not change
 * is the same object as before.
 *
 * @param before the basis that the outline was asked for with.
 * @throws RemoteError with a sentence; AbortError when `signal` fires.
 */
export async function takeListing(
  worker: Requests<WorkerContract, 'sessions/part'>,
  { listing, slots, folders }: ListingOutline,
  before: TakenListing | undefined,
  signal: AbortSignal | undefined,
): Promise<TakenListing> {
  const known = (place: number) => before?.sessions[place];
  const sessions = await mapped(slots, known, signal);
  let place = 0;
  for (let start = 0, left = slots.reduce((n, p) => (p < 0 ? n + 1 : n), 0); left > 0;) {
    const params = { listing, start, count: partCount };
    const part = await worker.request('sessions/part', params, signal);
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
  const listings: FolderListing[] = [];
  for (const { places, ...folder } of folders) {
    const found = await mapped(places, (at) => sessions[at], signal);
    listings.push({ ...folder, sessions: found.filter((each) => each !== undefined) });
  }
  return { listing, sessions, folders: listings };
}

async function mapped<Result>(
  places: Int32Array,
  at: (place: number) => Result,
  signal: AbortSignal | undefined,
): Promise<Result[]> {
  const pacer = new Pacer(signal, undefined, hostSliceMs);
  const results: Result[] = [];
  for (const place of places) {
    results.push(at(place));
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return results;
}

function nextMissing(slots: Int32Array, from: number): number {
  let place = from;
  while ((slots[place] ?? -1) >= 0) {
    place += 1;
  }
  return place;
}
