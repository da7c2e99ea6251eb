import { adapters, agentNamed } from '#agents/registry.ts';
import type { SessionSummary } from '#core/session.ts';
import { searchSessions } from '#core/sessionSearch.ts';
import { UserError } from '#core/userError.ts';
import type { ToolInput } from '#protocol/tools.ts';
import { AnswerText } from './answerText.ts';
import type { ToolContext } from './toolContext.ts';
import { sessionsWith } from './sessionsWith.ts';
import { quoted, sessionLine } from './words.ts';

const usualLimit = 20;

/**
 * The sessions that a query finds, newest first: by ID, title or first message, else by what was said
 * and done in them.
 *
 * @throws UserError if there is no such agent; the signal's reason when aborted.
 */
export async function findSessions(
  context: ToolContext,
  { query = '', agent = '', limit = usualLimit }: ToolInput<'find_sessions'>,
): Promise<string> {
  const { linkTo, maxChars } = context;
  const failed = failures(context);
  const wanted = ofAgent(context.sessions, agent);
  const found = matching(wanted, query);
  if (found.length === 0) {
    const hits = await sessionsWith(context, wanted, query, limit);
    if (hits !== undefined) {
      return hits;
    }
    const nothing =
      context.sessions.length === 0
        ? 'This folder has no sessions of a supported agent.'
        : `No session matches. The folder has ${context.sessions.length}; call find_sessions with fewer words, or with none to list the newest.`;
    return [nothing, ...failed].join('\n\n');
  }
  const answer = new AnswerText(maxChars, `Sessions, newest first: ${found.length}.`);
  let shown = 0;
  for (const session of found.slice(0, limit)) {
    if (!answer.add({ line: `${shown + 1}. ${sessionLine(session, linkTo(session))}` })) {
      break;
    }
    shown += 1;
  }
  const left = found.length - shown;
  return answer.end(...(left === 0 ? [] : [`Not listed: ${left} older ones.`]), ...failed);
}

function failures({ failures: all }: ToolContext): readonly string[] {
  const [first] = all;
  return first === undefined
    ? []
    : [`Could not be read: ${all.length}. The first: ${quoted(first, 300)}`];
}

function matching(sessions: readonly SessionSummary[], query: string): readonly SessionSummary[] {
  if (query.trim() === '') {
    return sessions;
  }
  const found = searchSessions(sessions, query);
  switch (found.kind) {
    case 'none':
      return [];
    case 'one':
      return [found.session];
    case 'many':
      return found.sessions;
  }
}

function ofAgent(sessions: readonly SessionSummary[], name: string): readonly SessionSummary[] {
  if (name.trim() === '') {
    return sessions;
  }
  const adapter = agentNamed(name);
  if (adapter === undefined) {
    const known = adapters.map(({ label }) => label).join(', ');
    throw new UserError(`There is no agent of that name. There are ${known}.`);
  }
  return sessions.filter(({ agent }) => agent === adapter.id);
}
