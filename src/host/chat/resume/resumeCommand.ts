import type * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { findToResume, type ResumeQuery } from '#core/chat/resumeQuery.ts';
import { sessionRef } from '#core/events/session.ts';
import { plainText, quotation } from '#core/text/markdown.ts';
import { abortSignalOf } from '../../vscode/cancellation.ts';
import { commandIds } from '../../vscode/contributions.ts';
import { noteMetadata, resumedChat } from '../record/chatHistory.ts';
import { answerMessage } from '../turn/answerMessage.ts';
import { loadConversation } from '../turn/chatConversation.ts';
import { resumedLine } from '../turn/contextLine.ts';
import { prepareRequest } from '../turn/prepareRequest.ts';
import { type ParticipantTurn, resumedNote } from '../turn/turn.ts';
import { sessionList, stoppedSentence, withLatest } from './sessionList.ts';

/** Sessions to choose from. */
const maxListed = 10;

/** `/resume`, `/resume <id or words>` and `/resume <id> <message>`. */
export async function resumeCommand(turn: ParticipantTurn): Promise<vscode.ChatResult> {
  const { catalog } = turn.services;
  const end = await catalog.refresh();
  const found = findToResume(catalog.all(), turn.request.prompt);
  switch (found.kind) {
    case 'none':
      turn.stream.markdown(
        withLatest(catalog, end === 'stopped' ? stoppedSentence() : nothingFound(found.query)),
      );
      return {};
    case 'many':
      turn.stream.markdown(
        sessionList(
          t('Several session IDs start with that. Which session do you mean?'),
          found.sessions.slice(0, maxListed),
        ),
      );
      return {};
    case 'one':
      return found.message === ''
        ? resume(turn, found)
        : answerMessage(turn, resumedChat(found.session), {
            prompt: found.message,
            begins: true,
          });
  }
}

function nothingFound(query: string): string {
  return query === ''
    ? t('There is no session to resume in this folder.')
    : t('No session matches “{0}”.', plainText(query));
}

/** Says what was resumed and what else matches; the next message goes to the model. */
async function resume(
  turn: ParticipantTurn,
  { session, others }: Extract<ResumeQuery, { kind: 'one' }>,
): Promise<vscode.ChatResult> {
  const { services, stream, token } = turn;
  const conversation = await loadConversation(turn, session);
  const prepared = await prepareRequest(turn, conversation.messages);
  stream.markdown(resumedLine(conversation, prepared));
  const { path } = conversation.session;
  const last = await services.worker.request(
    'sessions/lastMessage',
    { path },
    abortSignalOf(token),
  );
  if (last !== undefined) {
    stream.markdown(`${t('Last message:')}\n\n${quotation(plainText(last))}\n\n`);
  }
  stream.markdown(t('Continue below.'));
  if (others.length > 0) {
    stream.markdown('\n\n');
    stream.markdown(sessionList(t('Other matching sessions:'), others.slice(0, maxListed)));
  }
  stream.button({
    title: t('Open Replay'),
    command: commandIds.openReplay,
    arguments: [sessionRef(session)],
  });
  return { metadata: noteMetadata(resumedNote(conversation)) };
}
