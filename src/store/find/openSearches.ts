import type { FoundRows } from '#protocol/page.ts';
import { Pacer } from '#base/pacer.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import { RowSearch, type FindQuery } from './rowSearch.ts';

/** Bytes of records that a search keeps decoded, which goes through a session once. */
const passingBytes = 1024 * 1024;

/** The search that was asked for last in each open session, until it has found everything. */
export class OpenSearches {
  readonly #last = new WeakMap<SessionReader, RowSearch>();

  /**
   * A part of what a search finds, from a place within the filter on.
   *
   * @throws UserError if the session cannot be read; the signal's reason when it was aborted.
   */
  async find(
    reader: SessionReader,
    query: FindQuery,
    from: number,
    signal?: AbortSignal,
  ): Promise<FoundRows> {
    if (query.query === '') {
      return { rows: [], counts: [], complete: true };
    }
    const last = from > 0 ? this.#last.get(reader) : undefined;
    const search =
      last?.isFor(reader.indexed, query) === true
        ? last
        : new RowSearch(reader.indexed, reader.newRecords(passingBytes), query);
    this.#last.set(reader, search);
    try {
      const found = await search.part(from, new Pacer(signal));
      if (found.next === undefined && this.#last.get(reader) === search) {
        this.#last.delete(reader);
      }
      return found;
    } catch (error) {
      if (error instanceof SessionReplaced) {
        // Its matches would be places in a session that is gone; the page asks again when it is told.
        reader.replace();
        return { rows: [], counts: [], complete: false };
      }
      throw error;
    }
  }
}
