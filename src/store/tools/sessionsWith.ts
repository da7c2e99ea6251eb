import type { SessionSummary } from '#core/events/session.ts';
import type { SearchHit, SessionHits } from '#protocol/search.ts';
import { searchSessions } from '../search/sessionsSearch.ts';
import type { ToolContext } from './toolContext.ts';
import { quoted, utc } from './words.ts';

/** Rows of each session: enough to see whether it is the right one. */
const rowsOfSession = 3;
/** The longest wait for an answer. In milliseconds. */
const mostMs = 15_000;

/** A session in an answer, and lines about it below. */
interface AnswerSession {
  readonly session: SessionSummary;
  readonly lines: readonly string[];
}

/** What was found, newest first, among as many sessions as there was time for. */
export interface SessionsFound {
  readonly entries: readonly AnswerSession[];
  readonly looked: number;
}

/**
 * The sessions in which a text was said or done, newest first, each with its first rows that have it.
 *
 * @param limit no more are looked for.
 * @throws the signal's reason when aborted.
 */
export async function sessionsWith(
  { store, unread, linkTo, signal }: ToolContext,
  sessions: readonly SessionSummary[],
  query: string,
  limit: number,
): Promise<SessionsFound> {
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
      {
        sourceAt: (path) => store.sourceAt(path),
        whole: (path, until, isForRows) => store.whole(path, until, isForRows),
        failed: (error, path) => unread.add(path, error),
      },
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
  const byPath = new Map(sessions.map((session) => [session.path, session]));
  const entries = found.flatMap(({ path, rows, hits }): readonly AnswerSession[] => {
    const session = byPath.get(path);
    if (session === undefined) {
      return [];
    }
    const lines = hits.map((hit) => `   - ${hitLine(hit)} · ${linkTo(session, hit.rowId)}`);
    const more = rows > hits.length ? [`   - and ${rows - hits.length} more rows`] : [];
    return [{ session, lines: [...lines, ...more] }];
  });
  return { entries, looked };
}

const enough = new Error('Enough was found.');

function hitLine({ kind, time, pieces }: SearchHit): string {
  const when = time === undefined ? '' : `, ${utc(time)}`;
  return `${kind}${when}: ${quoted(pieces.join(''))}`;
}
