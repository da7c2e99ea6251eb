import { adapterById, adapters } from '#agents/registry.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import { noLimits } from '#core/text/longText.ts';
import { UserError } from '#core/userError.ts';
import { conversationFile } from '#protocol/conversationFile.ts';
import type { KnownSession } from '#store/roots/places.ts';
import { formatsSeen } from '#store/numbers/formatsSeen.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { append } from '#base/append.ts';
import { parseSearchLine } from '#core/search/searchLine.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import type { SessionHits } from '#protocol/search.ts';
import type { FileVerb, Command } from './command.ts';
import type { JsonWriter } from './jsonWriter.ts';

/** Whole rows can be large, so few are held at once. */
const rowsAtOnce = 50;

/**
 * Prints the summaries of a folder's sessions of all agents, newest first.
 *
 * @param isWanted filters by agent ID.
 * @param warn receives a sentence.
 */
export async function inspectFolder(
  store: SessionStore,
  folder: string,
  isWanted: (agent: AgentId) => boolean,
  writer: JsonWriter,
  warn: (sentence: string) => void,
): Promise<void> {
  const sessions = await sessionsOf(store, folder, isWanted, warn);
  await writer.array(sessions.map((session) => withAdapter(session, store.choose(session.path))));
}

/** Prints which kinds of records the same sessions have, and no content. */
export async function inspectFormats(
  store: SessionStore,
  folder: string,
  isWanted: (agent: AgentId) => boolean,
  writer: JsonWriter,
  warn: (sentence: string) => void,
): Promise<void> {
  const sessions = await sessionsOf(store, folder, isWanted, warn);
  const paths = sessions.map(({ path }) => path);
  await writer.value(await formatsSeen(store, paths, () => Promise.resolve()));
}

async function sessionsOf(
  store: SessionStore,
  folder: string,
  isWanted: (agent: AgentId) => boolean,
  warn: (sentence: string) => void,
): Promise<readonly SessionSummary[]> {
  const [listing] = await store.list([folder]);
  for (const { message } of listing?.failures ?? []) {
    warn(message);
  }
  for (const { folder: place, agent, count } of listing?.others ?? []) {
    warn(
      `Files in ${place} that are not sessions of ${adapterById(agent)?.label ?? agent}: ${count}.`,
    );
  }
  return (listing?.sessions ?? []).filter(({ agent }) => isWanted(agent));
}

/**
 * Prints the content of one log.
 *
 * @param path native and absolute.
 * @throws UserError if it cannot be read or is not a log of a known agent.
 */
export async function inspectFile(
  store: SessionStore,
  verb: FileVerb,
  path: string,
  writer: JsonWriter,
  warn: (sentence: string) => void,
): Promise<void> {
  const chosen = store.choose(path);
  switch (verb) {
    case 'summary':
      await writer.value(withAdapter(store.summarize(path), chosen));
      break;
    case 'conversation': {
      const { messages, ...members } = conversationFile(await conversationOf(store, path));
      await writer.objectWithArray(members, 'messages', messages);
      break;
    }
    case 'rows':
      await writer.array(allRows(await store.whole(path)));
      break;
    case 'problems': {
      const reader = await store.whole(path);
      const { lost, odd } = reader.state().problems;
      const { problems } = reader.problems(0, lost + odd);
      if (problems.length < lost + odd) {
        warn(`Only the first ${problems.length} of ${lost + odd} problems are listed.`);
      }
      await writer.array(problems);
      break;
    }
  }
}

/** A summary with the agent it was attributed to, and why. */
function withAdapter(summary: SessionSummary, { adapter, reason }: KnownSession) {
  return { ...summary, adapter: { id: adapter.id, label: adapter.label, reason } };
}

function* allRows(reader: SessionReader) {
  const { generation } = reader.state();
  for (let start = 0; ; start += rowsAtOnce) {
    const page = reader.rows('all', start, rowsAtOnce, noLimits);
    if (page.generation !== generation) {
      throw new UserError('The session changed while it was read. Try again.');
    }
    yield* page.rows;
    if (start + page.rows.length >= page.total) {
      return;
    }
  }
}

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
