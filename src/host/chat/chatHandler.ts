import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import { RemoteError } from '#protocol/endpoint.ts';
import type { ChatServices } from '../catalog/services.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';
import { settings } from '../vscode/settings.ts';
import { compactCommand } from './compactCommand.ts';
import { forkCommand } from './forkCommand.ts';
import {
  freshChat,
  readHistory,
  readNote,
  sessionOf,
  type ChatState,
} from './record/chatHistory.ts';
import { untrustedSentence } from './resume/chatReady.ts';
import { sweepHandovers } from './resume/handoverFile.ts';
import { chatOf, type ImportedChats } from './resume/importedChats.ts';
import { resumeCommand } from './resume/resumeCommand.ts';
import { withLatest, sessionsCommand } from './resume/sessionList.ts';
import { exportCommand, newCommand, sessionCommand } from './sessionCommands.ts';
import { answerMessage } from './turn/answerMessage.ts';
import { TokenCounter } from './turn/tokenCounter.ts';
import { said, type Turn } from './turn/turn.ts';

/** Answers messages to `@session`. */
export class ChatHandler {
  readonly #counter = new TokenCounter();

  constructor(
    private readonly services: ChatServices,
    private readonly chats: ImportedChats,
  ) {
    void sweepHandovers(services);
  }

  async handle(
    message: Pick<Turn, 'request' | 'stream' | 'token'>,
    context: vscode.ChatContext,
  ): Promise<vscode.ChatResult> {
    const state = readHistory(context.history);
    const turn = { services: this.services, counter: this.#counter, ...message };
    const result = await this.chats.during(() => handle(turn, state));
    const session = sessionOf(readNote(result.metadata));
    if (session !== undefined) {
      const drawn = this.services.catalog.find((state?.session ?? session).path);
      this.chats.remember({
        chat: chatOf(turn.request),
        session,
        title: drawn === undefined ? undefined : sessionLabel(drawn),
        isFirst: state?.isNew === true,
      });
    }
    return result;
  }

  /**
   * The messages that a user is most likely to send next.
   *
   * @param metadata of the answer they follow.
   */
  followups(metadata: vscode.ChatResult['metadata']): vscode.ChatFollowup[] {
    // VS Code asks for follow-ups once it has the whole answer.
    void this.chats.keep();
    const note = readNote(metadata);
    if (note?.kind === 'resumed') {
      return [{ label: t('Where were we?'), prompt: t('Where were we, and what is left to do?') }];
    }
    return note?.stopped === 'limit' ? [{ prompt: t('Continue') }] : [];
  }
}

async function handle(turn: Turn, state: ChatState | undefined): Promise<vscode.ChatResult> {
  if (!vscode.workspace.isTrusted) {
    return { errorDetails: { message: untrustedSentence() } };
  }
  try {
    switch (turn.request.command) {
      case 'resume':
        return await resumeCommand(turn);
      case 'sessions':
        return await sessionsCommand(turn);
      case 'new':
        return newCommand(turn);
      case 'compact':
        return await compactCommand(turn, state);
      case 'fork':
        return await forkCommand(turn, state);
      case 'session':
        return sessionCommand(turn, state);
      case 'export':
        return await exportCommand(turn, state);
      default:
        return await answer(turn, state);
    }
  } catch (error) {
    if (turn.token.isCancellationRequested) {
      return {};
    }
    if (error instanceof UserError || error instanceof RemoteError) {
      return { errorDetails: { message: error.message } };
    }
    turn.services.log.error('chat', 'request failed', error);
    return {
      errorDetails: {
        message: t(
          'Session Browser ran into a problem. Run “Session Browser: Show Log” for details.',
        ),
      },
    };
  }
}

async function answer(turn: Turn, state: ChatState | undefined): Promise<vscode.ChatResult> {
  const { catalog } = turn.services;
  const { prompt } = turn.request;
  if (prompt.trim() !== '') {
    const begins = state === undefined || (state.session === undefined && state.isFresh);
    return answerMessage(turn, state ?? freshChat, { prompt, begins });
  }
  if (state?.session !== undefined) {
    return said(turn, t('Write a message after `@session` to continue.'));
  }
  await catalog.ready();
  const others = t(
    '`/resume` resumes the latest session in this folder. Add an ID or first-message text to resume another one, or use `/sessions` to list them.',
  );
  turn.stream.markdown(withLatest(catalog, `${beginning()} ${others}`));
  return {};
}

/** What a message does in a chat without a session. */
function beginning(): string {
  switch (settings.record()) {
    case 'on':
      return t(
        'This chat has no session yet. Your next message starts one that you can continue later, here or in a terminal.',
      );
    case 'ask':
      return t(
        'This chat has no session yet. With your next message, you are asked whether to start one.',
      );
    case 'off':
      return t(
        'Your messages go to the model and are not recorded. Turn on recording with the `sessionBrowser.record` setting.',
      );
  }
}
