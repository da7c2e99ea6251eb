import type { FindQuery, FoundRows } from '#protocol/pages/page.ts';
import { Pacer } from '#base/pacer.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { changesTooFast } from '../sources/records/replaced.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import { passingBytes, refused, RowSearch } from './rowSearch.ts';

/** The latest search in each open session, until it is complete. */
export class OpenSearches {
  readonly #last = new WeakMap<SessionReader, RowSearch>();
  /** Sessions that were replaced while they were searched last. */
  readonly #replaced = new WeakSet<SessionReader>();

  /**
   * The next part of a search's results, from a place within the filter on.
   *
   * @throws UserError if the session cannot be read; the signal's reason when aborted.
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
    try {
      const last = from > 0 ? this.#last.get(reader) : undefined;
      const search =
        last?.isFor(reader.indexed, query) === true
          ? last
          : new RowSearch(reader.indexed, reader.newRecords(passingBytes), query);
      this.#last.set(reader, search);
      const found = await search.part(from, new Pacer(signal));
      if (found.next === undefined && this.#last.get(reader) === search) {
        this.#last.delete(reader);
      }
      this.#replaced.delete(reader);
      return found;
    } catch (error) {
      if (error instanceof SessionReplaced) {
        if (this.#replaced.delete(reader)) {
          throw changesTooFast(reader.session.path);
        }
        this.#replaced.add(reader);
        // Its matches would refer to a session that is gone; the page asks again once notified.
        reader.replace();
        return { rows: [], counts: [], complete: false };
      }
      return refused(error);
    }
  }
}
