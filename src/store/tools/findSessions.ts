import { adapters, agentNamed } from '#agents/registry.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { lookUpSessions } from '#core/search/sessionSearch.ts';
import type { ToolInput } from '#protocol/tools.ts';
import { AnswerText } from './answerText.ts';
import type { ToolContext } from './toolContext.ts';
import { sessionsWith, type SessionsFound } from './sessionsWith.ts';
import { ToolError } from './toolError.ts';
import { sessionLine } from './words.ts';

const usualLimit = 20;

/**
 * The sessions that a query finds, newest first: by ID, title or first message, else by what was said
 * and done in them.
 *
 * @throws ToolError if there is no such agent; the signal's reason when aborted.
 */
export async function findSessions(
  context: ToolContext,
  { query = '', agent = '', limit = usualLimit }: ToolInput<'find_sessions'>,
): Promise<string> {
  const { sessions, unread, linkTo, maxBytes } = context;
  const wanted = ofAgent(sessions, agent);
  const titled = matching(wanted, query);
  const found: SessionsFound =
    titled.length > 0 || query.trim() === ''
      ? { entries: titled.map((session) => ({ session, lines: [] })), looked: wanted.length }
      : await sessionsWith(context, wanted, query, limit);
  const { entries, looked } = found;
  const searched =
    looked < wanted.length ? [`Searched the newest ${looked} of ${wanted.length} sessions.`] : [];
  const rest = [...searched, ...unread.sentences()];
  if (entries.length === 0) {
    const nothing =
      sessions.length === 0
        ? 'This folder has no sessions of a supported agent.'
        : `No session matches. The folder has ${sessions.length}; call find_sessions with fewer words, or with none to list the newest.`;
    return new AnswerText(maxBytes, nothing).end(...rest);
  }
  const head =
    titled.length > 0
      ? `Sessions, newest first: ${entries.length}.`
      : `No title has this, but these sessions do, newest first: ${entries.length}.`;
  const answer = new AnswerText(maxBytes, head);
  let shown = 0;
  for (const { session, lines } of entries.slice(0, limit)) {
    const line = `${shown + 1}. ${sessionLine(session, linkTo(session))}`;
    if (!answer.add({ line: [line, ...lines].join('\n') })) {
      break;
    }
    shown += 1;
  }
  const left = entries.length - shown;
  return answer.end(...(left === 0 ? [] : [`Not listed: ${left} older ones.`]), ...rest);
}

function matching(sessions: readonly SessionSummary[], query: string): readonly SessionSummary[] {
  return query.trim() === '' ? sessions : lookUpSessions(sessions, query);
}

function ofAgent(sessions: readonly SessionSummary[], name: string): readonly SessionSummary[] {
  if (name.trim() === '') {
    return sessions;
  }
  const adapter = agentNamed(name);
  if (adapter === undefined) {
    const known = adapters.map(({ label }) => label).join(', ');
    throw new ToolError(`There is no agent of that name. There are ${known}.`);
  }
  return sessions.filter(({ agent }) => agent === adapter.id);
}
