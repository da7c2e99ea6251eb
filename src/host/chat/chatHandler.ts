import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionRef } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import { RemoteError } from '#protocol/channel/endpoint.ts';
import { speakerLabel } from '#agents/registry.ts';
import { codeSpan, plainText } from '#core/text/markdown.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { settings } from '../vscode/settings.ts';
import { commandIds } from '../vscode/contributions.ts';
import { forkCommand } from './forkCommand.ts';
import {
  freshChat,
  readHistory,
  readNote,
  sessionOf,
  type ChatState,
  noteMetadata,
} from './record/chatHistory.ts';
import { untrustedSentence } from './resume/chatReady.ts';
import { sweepHandovers } from './resume/handoverFile.ts';
import { chatOf, type ImportedChats } from './resume/importedChats.ts';
import { resumeCommand } from './resume/resumeCommand.ts';
import { withLatest, sessionsCommand, linkedMarkdown, sessionLink } from './resume/sessionList.ts';
import { answerMessage } from './turn/answerMessage.ts';
import { TokenCounter } from './turn/tokenCounter.ts';
import { said, type ParticipantTurn, writtenNote } from './turn/turn.ts';
import { beginRecording, wantsRecording } from './record/recorder.ts';
import { loadConversation } from './turn/chatConversation.ts';
import { compactConversation } from './turn/compact.ts';
import { compactedLine, contextLine, goesOnLine, showWarnings } from './turn/contextLine.ts';
import { prepareRequest } from './turn/prepareRequest.ts';

export class ChatHandler {
  readonly #counter = new TokenCounter();

  constructor(
    private readonly services: ChatServices,
    private readonly chats: ImportedChats,
    private readonly onAnswered: (session: SessionRef) => void,
  ) {
    void sweepHandovers(services);
  }

  async handle(
    message: Pick<ParticipantTurn, 'request' | 'stream' | 'token'>,
    context: vscode.ChatContext,
  ): Promise<vscode.ChatResult> {
    const state = readHistory(context.history);
    const turn = { services: this.services, counter: this.#counter, ...message };
    const result = await this.chats.during(() => handle(turn, state));
    const session = sessionOf(readNote(result.metadata));
    if (session !== undefined) {
      this.onAnswered(session);
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

async function handle(
  turn: ParticipantTurn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
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

async function answer(
  turn: ParticipantTurn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
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

/** `/compact [guidance]`. If it fails, the conversation continues as it was. */
async function compactCommand(
  turn: ParticipantTurn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  const { services, request, stream } = turn;
  if (state?.session === undefined) {
    return said(turn, t('There is no recorded conversation to compact.'));
  }
  if (!(await wantsRecording(state))) {
    return said(
      turn,
      t(
        'Only recorded chats can be compacted. Turn on recording with the `sessionBrowser.record` setting.',
      ),
    );
  }
  const { session, messages } = await loadConversation(turn, state.session, state.before);
  stream.progress(t('Compacting conversation…'));
  const conversation = [...messages, ...state.ownTurns];
  const compacted = await compactConversation(turn, conversation, 'manual', request.prompt);
  if (compacted.kind === 'nothing') {
    return said(turn, t('Nothing to compact yet.'));
  }
  if (compacted.kind === 'failed') {
    return said(turn, compacted.sentence);
  }
  const { recording, notes } = await beginRecording(services, state, session, [compacted.event]);
  showWarnings(stream, ...notes);
  if (recording === undefined) {
    return {};
  }
  stream.markdown(compactedLine(compacted.event.summary, compacted.summed));
  if (recording.created) {
    stream.markdown(goesOnLine(session));
  }
  stream.markdown(contextLine(await prepareRequest(turn, compacted.messages), 'on'));
  return {
    metadata: noteMetadata({
      version: 1,
      kind: 'answered',
      ...writtenNote(recording),
      begins: true,
      recorded: true,
      record: 'on',
    }),
  };
}

/** `/new`: the next message starts a session; earlier messages no longer count. */
function newCommand({ stream }: ParticipantTurn): vscode.ChatResult {
  stream.markdown(
    t('Your next message starts a new session. The messages above are not sent with it.'),
  );
  return { metadata: noteMetadata({ version: 1, kind: 'fresh' }) };
}

/** `/session`: this chat's session and where its log is. */
function sessionCommand(turn: ParticipantTurn, state: ChatState | undefined): vscode.ChatResult {
  if (state?.session === undefined) {
    return said(
      turn,
      t(
        'This chat has no session yet. Your next message starts one, or use `/resume` to continue an earlier one.',
      ),
    );
  }
  const { agent, id, path } = state.session;
  const session = turn.services.catalog.find(path) ?? {
    agent,
    // One that this chat has begun may not be listed yet.
    ...(state.end === undefined ? {} : { isRecorded: true as const }),
  };
  const lines = [
    `- ${t('Agent')}: ${plainText(speakerLabel(session))}`,
    `- ${t('ID')}: ${codeSpan(id)}`,
    `- ${t('Log')}: ${codeSpan(path)}`,
    `- ${sessionLink(t('Open Replay'), commandIds.openReplay, state.session)}`,
  ];
  turn.stream.markdown(linkedMarkdown(lines.join('\n'), commandIds.openReplay));
  return {};
}

/** `/export`: the command's questions, for this chat's session. */
async function exportCommand(
  turn: ParticipantTurn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  if (state?.session === undefined) {
    return said(turn, t('There is no session to export.'));
  }
  const done: unknown = await vscode.commands.executeCommand(
    commandIds.exportConversation,
    state.session,
  );
  return said(turn, done === undefined ? t('Nothing was exported.') : t('Exported.'));
}
