import { randomUUID } from 'node:crypto';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import type { FolderListing, ListingOutline } from '#protocol/worker.ts';

/** In an outline: this session comes with the parts. */
const fresh = -1;

/**
 * Hands a listing over in parts, and of a later one only what is new: copying ten thousand summaries
 * from thread to thread in one piece would keep the receiver's for several frames.
 */
export class ListingParts {
  #id: string | undefined;
  #places = new Map<SessionSummary, number>();
  #fresh: readonly SessionSummary[] = [];

  /** @param basis the listing that the receiver has; it counts only if it is the last one. */
  outline(listings: readonly FolderListing[], basis: string | undefined): ListingOutline {
    const before =
      basis !== undefined && basis === this.#id ? this.#places : new Map<never, never>();
    const places = new Map<SessionSummary, number>();
    const added: SessionSummary[] = [];
    const slots: number[] = [];
    const placeOf = (session: SessionSummary) => {
      let place = places.get(session);
      if (place === undefined) {
        place = slots.length;
        places.set(session, place);
        const known = before.get(session) ?? fresh;
        slots.push(known);
        if (known === fresh) {
          added.push(session);
        }
      }
      return place;
    };
    const folders = listings.map(({ sessions, ...rest }) => ({
      ...rest,
      places: Int32Array.from(sessions, placeOf),
    }));
    this.#id = randomUUID();
    this.#places = places;
    this.#fresh = added;
    return { listing: this.#id, slots: Int32Array.from(slots), folders };
  }

  /** Some of the sessions that are new in a listing. @throws UserError for any but the last listing. */
  part(listing: string, start: number, count: number): readonly SessionSummary[] {
    if (listing !== this.#id) {
      throw new UserError('The sessions were listed again meanwhile.');
    }
    const part = this.#fresh.slice(start, start + count);
    if (start + count >= this.#fresh.length) {
      this.#fresh = [];
    }
    return part;
  }
}
