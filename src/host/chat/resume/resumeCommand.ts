import * as vscode from 'vscode';
import { findToResume, type ResumeQuery } from '#core/chat/resumeQuery.ts';
import { sessionRef } from '#core/session.ts';
import { plainText, quotation } from '#core/text/markdown.ts';
import { abortSignalOf } from '../../vscode/cancellation.ts';
import { commandIds } from '../../vscode/contributions.ts';
import { noteMetadata, resumedChat } from '../record/chatHistory.ts';
import { answerMessage } from '../turn/answerMessage.ts';
import { loadConversation } from '../turn/chatConversation.ts';
import { resumedLine } from '../turn/contextLine.ts';
import { prepareRequest } from '../turn/prepareRequest.ts';
import type { Turn } from '../turn/turn.ts';
import { resumedNote } from '../turn/turnNote.ts';
import { sessionList, stoppedSentence, withLatest } from './sessionList.ts';

/** Sessions to choose from. */
const maxListed = 10;

/** `/resume`, `/resume <id or words>` and `/resume <id> <message>`. */
export async function resumeCommand(turn: Turn): Promise<vscode.ChatResult> {
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
          vscode.l10n.t('The ids of several sessions begin like that. Which one is it?'),
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
    ? vscode.l10n.t('There is no session of this folder to resume.')
    : vscode.l10n.t('No session has an ID or a first message like “{0}”.', plainText(query));
}

/** Says what was resumed, and what else fits; the next message goes to the model. */
async function resume(
  turn: Turn,
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
    stream.markdown(
      `${vscode.l10n.t('The last message was:')}\n\n${quotation(plainText(last))}\n\n`,
    );
  }
  stream.markdown(vscode.l10n.t('Write the next one below.'));
  if (others.length > 0) {
    stream.markdown('\n\n');
    stream.markdown(
      sessionList(vscode.l10n.t('Other sessions fit as well:'), others.slice(0, maxListed)),
    );
  }
  stream.button({
    title: vscode.l10n.t('Open Replay'),
    command: commandIds.openReplay,
    arguments: [sessionRef(session)],
  });
  return { metadata: noteMetadata(resumedNote(conversation)) };
}
