import { randomUUID } from 'node:crypto';
import type { SessionSummary } from '#core/events/session.ts';
import type { FolderListing, ListingEnd } from '#protocol/listing.ts';
import { laterPart, type OnPatch } from '../list/listing.ts';

/**
 * Streams a listing while it is made, and only what is new of later ones: copying ten thousand
 * summaries between threads at once would block the receiver for several frames.
 */
export class ListingStream {
  /** The last listing streamed to its end. */
  #listing: string | undefined;
  #sent: ReadonlyMap<string, SentSessions> = new Map();

  /**
   * @param basis the listing that the receiver has; counts only if it is the last one.
   * @param list makes the listing, and reports all sessions as it finds them.
   */
  async send(
    basis: string | undefined,
    list: (onPatch: OnPatch) => Promise<readonly FolderListing[]>,
    emit: OnPatch,
  ): Promise<ListingEnd> {
    const isOnBasis = basis !== undefined && basis === this.#listing;
    const sent = new Map<string, SentSessions>();
    const sentOf = (folder: string) => {
      const known =
        sent.get(folder) ?? new SentSessions(isOnBasis ? this.#sent.get(folder) : undefined);
      sent.set(folder, known);
      return known;
    };
    let count = { found: 0, looked: 0 };
    const listings = await list(async (patch) => {
      ({ count } = patch);
      const changed = patch.changed
        .map(({ folder, sessions }) => ({ folder, sessions: sentOf(folder).addNew(sessions) }))
        .filter(({ sessions }) => sessions.length > 0);
      if (changed.length > 0 || patch.changed.length === 0) {
        await emit({ count, changed });
      }
    });
    for (const { folder, sessions } of listings) {
      const late = sentOf(folder).addMisplaced(sessions);
      for (let start = 0; start < late.length; start += laterPart) {
        const part = late.slice(start, start + laterPart);
        await emit({ count, changed: [{ folder, sessions: part }] });
      }
    }
    const folders = listings.map(({ sessions, ...report }) => ({
      ...report,
      removed: sentOf(report.folder).end(sessions),
    }));
    this.#sent = sent;
    this.#listing = randomUUID();
    return { listing: this.#listing, isOnBasis, folders };
  }
}

/** The sessions of a folder that the receiver has. */
class SentSessions {
  /** From the listing before. The numbers grow in the order in which sessions came. */
  #before: ReadonlyMap<SessionSummary, number>;
  #sent = new Map<SessionSummary, number>();
  #last: number;

  constructor(before?: SentSessions) {
    this.#before = before === undefined ? new Map<never, never>() : before.#sent;
    this.#last = before === undefined ? 0 : before.#last;
  }

  /** @returns those that the receiver does not have. */
  addNew(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
    return sessions.filter((session) => {
      const isNew = !this.#before.has(session);
      if (isNew) {
        this.#sent.set(session, ++this.#last);
      }
      return isNew;
    });
  }

  /** @returns those that came before one of the same date which is to be above them. */
  addMisplaced(sorted: readonly SessionSummary[]): readonly SessionSummary[] {
    return sorted.filter((session, place) => {
      const above = sorted[place - 1];
      const isMisplaced =
        above?.updatedAt === session.updatedAt && this.#numberOf(session) < this.#numberOf(above);
      if (isMisplaced) {
        this.#sent.set(session, ++this.#last);
      }
      return isMisplaced;
    });
  }

  /** @returns paths of those that are not among these. */
  end(sorted: readonly SessionSummary[]): readonly string[] {
    const listed = new Map(sorted.map((session) => [session, this.#numberOf(session)]));
    const gone = [...this.#before.keys(), ...this.#sent.keys()].filter((one) => !listed.has(one));
    const paths = new Set(gone.length === 0 ? [] : sorted.map(({ path }) => path));
    this.#before = new Map<never, never>();
    this.#sent = listed;
    return gone.map(({ path }) => path).filter((path) => !paths.has(path));
  }

  #numberOf(session: SessionSummary): number {
    return this.#sent.get(session) ?? this.#before.get(session) ?? 0;
  }
}
