import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { ChatTurnNote } from '#core/chat/chatMetadata.ts';
import type { Conversation } from '#protocol/worker.ts';
import { commandIds } from '../contributions.ts';
import type { ChatServices } from '../services.ts';
import { askModel } from './askModel.ts';
import { loadConversation } from './chatConversation.ts';
import { noteMetadata, textMessage, type ChatState } from './chatHistory.ts';
import { grownLine, omittedLine, resumedLine } from './contextLine.ts';
import { prepareRequest } from './prepareRequest.ts';
import { promptWithReferences } from './references.ts';
import type { TokenCounter } from './tokenCounter.ts';

/** One request to the participant, as VS Code hands it over. */
export interface Turn {
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/**
 * Answers a message: the conversation as the log has it now, then this chat's own turns, then the
 * message, to the model that the user chose.
 *
 * @param prompt the message without what is attached to it.
 * @param begins this message also resumes the session, so the chat's earlier turns do not count.
 */
export async function answerMessage(
  services: ChatServices,
  counter: TokenCounter,
  turn: Turn,
  state: ChatState,
  options: { readonly prompt: string; readonly begins: boolean },
): Promise<vscode.ChatResult> {
  const { request, stream, token } = turn;
  const conversation = await loadConversation(services, state.session, token);
  const prompt = await promptWithReferences({
    prompt: options.prompt,
    references: request.references,
  });
  const prepared = await prepareRequest(
    [...conversation.messages, ...state.ownTurns, textMessage('user', prompt)],
    request.model,
    counter,
    token,
  );
  const note = (answer: string): vscode.ChatResult => ({
    metadata: noteMetadata({
      ...resumedNote('answered', conversation),
      ...(options.begins ? { begins: true as const } : {}),
      prompt,
      answer,
    }),
  });
  if (token.isCancellationRequested) {
    return note('');
  }
  if (state.isNew) {
    stream.markdown(resumedLine(conversation, labelOf(conversation), prepared));
  }
  const grown = options.begins ? undefined : growth(state, conversation);
  if (grown !== undefined) {
    stream.markdown(grownLine(grown.messages));
  }
  if (prepared.omitted > 0) {
    stream.markdown(omittedLine(prepared, request.model.name));
  }
  if (prepared.tokens > prepared.limit) {
    const failure = vscode.l10n.t(
      'This message alone is larger than {0} takes. Shorten it, attach less, or choose a model with a larger window.',
      request.model.name,
    );
    return { ...note(''), errorDetails: { message: failure } };
  }
  const { text, failure } = await askModel(
    request.model,
    prepared.messages,
    (part) => {
      stream.markdown(part);
    },
    token,
    services.log,
  );
  if (prepared.omitted > 0) {
    stream.button({
      title: vscode.l10n.t('Resume in Terminal'),
      command: commandIds.resumeInTerminal,
      arguments: [sessionRef(conversation)],
    });
  }
  return failure === undefined ? note(text) : { ...note(text), errorDetails: { message: failure } };
}

/** What a turn remembers of the session, as it was read for this turn. */
export function resumedNote(kind: ChatTurnNote['kind'], conversation: Conversation): ChatTurnNote {
  return {
    version: 1,
    kind,
    ...sessionRef(conversation),
    seen: { messages: conversation.messages.length, bytes: conversation.session.size },
  };
}

export function sessionRef({ session }: Conversation) {
  const { agent, id, path } = session;
  return { agent, id, path };
}

export function labelOf({ session }: Conversation): string {
  return adapterById(session.agent)?.label ?? session.agent;
}

/** Whether the log changed since the chat last read it, and by how many messages if that is known. */
function growth(
  state: ChatState,
  conversation: Conversation,
): { readonly messages: number | undefined } | undefined {
  const { seen } = state;
  if (seen === undefined || seen.bytes === conversation.session.size) {
    return undefined;
  }
  return {
    messages:
      seen.messages === undefined ? undefined : conversation.messages.length - seen.messages,
  };
}
