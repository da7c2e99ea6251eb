import type * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { forkOpening, summaryRequest } from '#core/chat/compactionPlan.ts';
import { parseForkArguments } from '#core/chat/forkArguments.ts';
import type { NewCompaction } from '#core/events/newEvent.ts';
import { plainText } from '#core/text/markdown.ts';
import { UserError } from '#core/userError.ts';
import type { ForkPoint } from '#protocol/writing.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { commandIds } from '../vscode/contributions.ts';
import { readLeftBehind } from '../worker/conversationReader.ts';
import { noteMetadata, type ChatState } from './record/chatHistory.ts';
import { linkedMarkdown, sessionLink } from './resume/sessionList.ts';
import { forkSession } from './resume/forkSession.ts';
import { loadSession } from './turn/chatConversation.ts';
import { summarizeMessages, summaryFailure } from './turn/compact.ts';
import { leftBehindLine } from './turn/contextLine.ts';
import { said, type ParticipantTurn, writtenNote } from './turn/turn.ts';

/** `/fork`: this chat continues in a copy of its session or part of it; see `parseForkArguments`. */
export async function forkCommand(
  turn: ParticipantTurn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  const { services, stream, request, token } = turn;
  if (state?.session === undefined) {
    return said(turn, t('There is no session to fork. Use `/resume` to resume one.'));
  }
  const given = parseForkArguments(request.prompt);
  if (given === undefined) {
    return said(
      turn,
      t(
        '`/fork` copies the session, `/fork 3` its first three prompts with their answers, `/fork last 10` its last ten messages. Add `with summary` to have the model summarize the rest.',
      ),
    );
  }
  const { before } = state;
  if (before !== undefined && (given.keep.kind !== 'all' || given.summary !== undefined)) {
    return said(
      turn,
      t(
        'Write a message first. This chat then has a session of its own, and `/fork` can copy parts of it.',
      ),
    );
  }
  const session = await loadSession(turn, state.session);
  const { path } = session;
  const signal = abortSignalOf(token);
  const point =
    given.keep.kind === 'all'
      ? { path, before }
      : await services.worker.request('session/forkPoint', { path, part: given.keep }, signal);
  const opening =
    given.summary === undefined
      ? undefined
      : await leftBehindSummary(turn, point, given.summary.guidance);
  const fork = await forkSession(services, session, { point, opening, signal });
  const copy = sessionLink(t('the copy'), commandIds.openReplay, fork.session);
  const sentence = t(
    'Session forked. This chat continues with {0}; “{1}” is unchanged.',
    copy,
    plainText(sessionLabel(session)),
  );
  stream.markdown(linkedMarkdown(sentence, commandIds.openReplay));
  return {
    metadata: noteMetadata({ version: 1, kind: 'resumed', ...writtenNote(fork), record: 'on' }),
  };
}

/**
 * The opening of a fork: a summary of what it leaves behind; undefined if it leaves nothing behind.
 *
 * @throws UserError if there is no summary: a fork that should have one is not made without it.
 */
async function leftBehindSummary(
  turn: ParticipantTurn,
  point: ForkPoint,
  guidance: string,
): Promise<NewCompaction | undefined> {
  const { services, request, stream, token } = turn;
  const { messages } = await readLeftBehind(services.worker, point, abortSignalOf(token));
  if (messages.length === 0) {
    stream.markdown(t('The fork keeps all messages, so there is nothing to summarize.') + '\n\n');
    return undefined;
  }
  stream.progress(t('Summarizing the omitted messages…'));
  try {
    const summary = await summarizeMessages(turn, messages, summaryRequest(guidance, 'fork'));
    stream.markdown(leftBehindLine(summary, messages.length));
    return forkOpening(summary, point.start === undefined ? 'after' : 'before');
  } catch (error) {
    if (token.isCancellationRequested) {
      throw error;
    }
    services.log.warn('chat', 'summary for a fork failed', { model: request.model.id });
    throw new UserError(t('Could not fork the session: {0}', summaryFailure(error, token)));
  }
}
