import { append } from '#base/append.ts';
import { adapters } from '#agents/registry.ts';
import { parseSearchLine } from '#core/search/searchLine.ts';
import { UserError } from '#core/userError.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import type { SessionHits } from '#protocol/search.ts';
import type { Command } from './command.ts';
import type { JsonWriter } from './jsonWriter.ts';

/**
 * Prints the hits in a folder's sessions, newest session first, each with its session's path.
 *
 * @param warn receives a sentence.
 * @throws UserError if the query or the filter cannot be used.
 */
export async function inspectSearch(
  store: SessionStore,
  { query, folder, filter, matchCase, wholeWord, regex }: Extract<Command, { verb: 'search' }>,
  writer: JsonWriter,
  warn: (sentence: string) => void,
): Promise<void> {
  const line = parseSearchLine(
    filter,
    adapters.map(({ id }) => id),
  );
  if (line.problem !== undefined) {
    throw new UserError(line.problem);
  }
  const [listing] = await store.list([folder]);
  const paths = (listing?.sessions ?? []).filter(line.isWanted).map(({ path }) => path);
  const found: SessionHits[] = [];
  const search = {
    text: { query, matchCase, wholeWord, regex },
    rows: line.rows,
    texts: line.texts,
    paths,
    most: Infinity,
    mostOfSession: Infinity,
  };
  const { looked, unread, refusal } = await searchSessions(store, search, ({ sessions }) => {
    append(found, sessions);
    return Promise.resolve();
  });
  if (refusal !== undefined) {
    throw new UserError(refusal);
  }
  await writer.array(found.flatMap(({ path, hits }) => hits.map((hit) => ({ path, ...hit }))));
  warn(`Looked at ${looked} of ${paths.length} sessions; ${unread} could not be read.`);
}
