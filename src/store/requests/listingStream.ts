import { randomUUID } from 'node:crypto';
import type { SessionSummary } from '#core/events/session.ts';
import type { FolderListing, Found, ListedPart, ListingEnd } from '#protocol/listing.ts';

/** This many summaries take about 2 ms to receive. */
const partSize = 250;

/**
 * Streams a listing while it is made, and only what is new of later ones: copying ten thousand
 * summaries between threads at once would block the receiver for several frames.
 */
export class ListingStream {
  /** The last listing streamed to its end. */
  #listing: string | undefined;
  #slots: ReadonlyMap<SessionSummary, number> = new Map();
  #lastSlot = 0;

  /**
   * @param basis the listing that the receiver has; counts only if it is the last one.
   * @param list makes the listing, and reports sessions as it finds them.
   */
  async send(
    basis: string | undefined,
    list: (onFound: (found: Found) => Promise<void>) => Promise<readonly FolderListing[]>,
    emit: (part: ListedPart) => Promise<void>,
  ): Promise<ListingEnd> {
    const before = basis === this.#listing ? this.#slots : new Map<never, never>();
    const sent = new Map<SessionSummary, number>();
    const slotOf = (summary: SessionSummary) => {
      let slot = before.get(summary) ?? sent.get(summary);
      if (slot === undefined) {
        slot = ++this.#lastSlot;
        sent.set(summary, slot);
      }
      return slot;
    };
    let count = { found: 0, looked: 0 };
    const onFound = async (found: Found) => {
      ({ count } = found);
      const fresh = found.sessions
        .filter(({ summary }) => !before.has(summary))
        .map((session) => ({ ...session, slot: slotOf(session.summary) }));
      if (fresh.length === 0 && found.sessions.length > 0) {
        return;
      }
      for (let start = 0; start === 0 || start < fresh.length; start += partSize) {
        await emit({ count, sessions: fresh.slice(start, start + partSize) });
      }
    };
    const listings = await list(onFound);
    const missed = listings.flatMap(({ sessions }, folder) =>
      sessions
        .filter((summary) => !before.has(summary) && !sent.has(summary))
        .map((summary) => ({ folder, summary })),
    );
    if (missed.length > 0) {
      await onFound({ count, sessions: missed });
    }
    const slots = new Map<SessionSummary, number>();
    const folders = listings.map(({ sessions, ...folder }) => {
      const order = Int32Array.from(sessions, slotOf);
      sessions.forEach((summary, place) => slots.set(summary, order[place] ?? 0));
      return { ...folder, order };
    });
    this.#slots = slots;
    this.#listing = randomUUID();
    return { listing: this.#listing, folders };
  }
}
