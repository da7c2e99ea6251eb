import type { SessionSummary } from '#core/session.ts';
import type { SearchHit, SessionHits } from '#protocol/search.ts';
import { searchSessions } from '../search/sessionsSearch.ts';
import { AnswerText } from './answerText.ts';
import type { ToolContext } from './toolContext.ts';
import { quoted, sessionLine, utc } from './words.ts';

/** Rows of each session: enough to see whether it is the right one. */
const rowsOfSession = 3;
/** Nobody waits longer for an answer. ms */
const mostMs = 15_000;

/**
 * The sessions in which a text was said or done, newest first, each with its first rows that have it.
 *
 * @returns undefined if there are none.
 * @throws the signal's reason when aborted.
 */
export async function sessionsWith(
  { store, linkTo, maxChars, signal }: ToolContext,
  sessions: readonly SessionSummary[],
  query: string,
  limit: number,
): Promise<string | undefined> {
  const found: SessionHits[] = [];
  let looked = 0;
  const timeout = AbortSignal.timeout(mostMs);
  const until = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const search = {
    paths: sessions.map(({ path }) => path),
    text: { query: query.trim(), matchCase: false, wholeWord: false, regex: false },
    rows: '',
    mostOfSession: rowsOfSession,
    most: Infinity,
  };
  try {
    await searchSessions(
      store,
      search,
      (part) => {
        ({ looked } = part);
        found.push(...part.sessions);
        return found.length < limit ? Promise.resolve() : Promise.reject(enough);
      },
      until,
    );
    looked = sessions.length;
  } catch (error) {
    // What was found so far is an answer, too.
    signal?.throwIfAborted();
    if (error !== enough && !timeout.aborted) {
      throw error;
    }
  }
  if (found.length === 0) {
    return undefined;
  }
  const shown = found.slice(0, limit);
  const answer = new AnswerText(
    maxChars,
    `No title has this, but these sessions do, newest first: ${shown.length}.`,
  );
  const byPath = new Map(sessions.map((session) => [session.path, session]));
  shown.forEach(({ path, rows, hits }, at) => {
    const session = byPath.get(path);
    if (session !== undefined) {
      const lines = hits.map((hit) => `   - ${hitLine(hit)} · ${linkTo(session, hit.rowId)}`);
      const more = rows > hits.length ? [`   - and ${rows - hits.length} more rows`] : [];
      const line = `${at + 1}. ${sessionLine(session, linkTo(session))}`;
      answer.add({ line: [line, ...lines, ...more].join('\n') });
    }
  });
  return looked < sessions.length
    ? answer.end(`Searched the newest ${looked} of ${sessions.length} sessions.`)
    : answer.end();
}

const enough = new Error('Enough was found.');

function hitLine({ kind, time, pieces }: SearchHit): string {
  const when = time === undefined ? '' : `, ${utc(time)}`;
  return `${kind}${when}: ${quoted(pieces.join(''))}`;
}
