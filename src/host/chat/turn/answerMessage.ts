import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { ChatTurnNote } from '#core/chat/chatMetadata.ts';
import { withCallsAsText } from '#core/chat/callsInWords.ts';
import { runTurn, type LoopResult } from '#core/chat/toolLoop.ts';
import type { ConversationMessage } from '#core/conversation/message.ts';
import type { NewEvent, NewTurn } from '#core/newEvent.ts';
import type { Conversation } from '#protocol/worker.ts';
import type { ChatServices } from '../../catalog/services.ts';
import { settings } from '../../vscode/settings.ts';
import { loadConversation } from './chatConversation.ts';
import { noteMetadata, textMessage, type ChatState } from '../record/chatHistory.ts';
import { compactConversation, fullShare } from './compact.ts';
import {
  compactedLine,
  contextLine,
  goesOnLine,
  grownLine,
  limitLine,
  omittedLine,
  resumedLine,
  warningLine,
} from './contextLine.ts';
import { modelErrorSentence } from './modelError.ts';
import { modelParts } from './modelParts.ts';
import { prepareRequest, type PreparedRequest } from './prepareRequest.ts';
import { beginRecording, record, wantsRecording, type Recording } from '../record/recorder.ts';
import { promptWithReferences } from './references.ts';
import { RunningTurn } from '../record/runningTurn.ts';
import type { TokenCounter } from './tokenCounter.ts';
import { offeredTools, runTool } from './tools.ts';

/** One request to the participant, as VS Code hands it over. */
export interface Turn {
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** What a turn is made with. */
interface Asked {
  readonly services: ChatServices;
  readonly counter: TokenCounter;
  readonly turn: Turn;
  readonly state: ChatState;
  /** The session as its log has it now; undefined before there is one. */
  readonly conversation: Conversation | undefined;
  /** All that was said before, in the log and in this chat alone. */
  readonly history: readonly ConversationMessage[];
  /** The message with what is attached to it. */
  readonly prompt: string;
}

/**
 * Answers a message: the conversation as the log has it now, then what this chat alone remembers, then
 * the message, to the model that the user chose, which may work with tools. The message is in the log
 * before the model hears it, the turn when it ends, however it ends.
 *
 * @param options.begins this message also resumes the session, so the chat's earlier turns do not count.
 */
export async function answerMessage(
  services: ChatServices,
  counter: TokenCounter,
  turn: Turn,
  state: ChatState,
  options: { readonly prompt: string; readonly begins: boolean },
): Promise<vscode.ChatResult> {
  const { request, stream, token } = turn;
  const conversation =
    state.session === undefined
      ? undefined
      : await loadConversation(services, state.session, token);
  const asked: Asked = {
    services,
    counter,
    turn,
    state,
    conversation,
    history: [...(conversation?.messages ?? []), ...state.ownTurns],
    prompt: await promptWithReferences({ prompt: options.prompt, references: request.references }),
  };
  const wanted = await wantsRecording(state);
  const { prepared, before } = await fitToModel(asked, wanted);
  const note = (more: Partial<ChatTurnNote>): ChatTurnNote => ({
    version: 1,
    kind: 'answered',
    ...state.session,
    ...(options.begins ? { begins: true as const } : {}),
    record: wanted ? 'on' : 'off',
    prompt: asked.prompt,
    ...seenOf(conversation),
    ...more,
  });
  if (token.isCancellationRequested) {
    return { metadata: noteMetadata(note({ answer: '' })) };
  }
  tellBefore(asked, prepared, options.begins);
  if (prepared.tokens > prepared.limit) {
    const failure = vscode.l10n.t(
      'This message alone is larger than {0} takes. Shorten it, attach less, or choose a model with a larger window.',
      request.model.name,
    );
    return { metadata: noteMetadata(note({ answer: '' })), errorDetails: { message: failure } };
  }
  const begun = wanted
    ? await beginRecording(services, state, conversation, [
        ...before,
        { kind: 'userMessage', text: asked.prompt },
      ])
    : { recording: undefined, notes: [] };
  for (const sentence of begun.notes) {
    stream.markdown(warningLine(sentence));
  }
  const running =
    begun.recording === undefined
      ? undefined
      : new RunningTurn(services, begun.recording, asked.prompt);
  const result = await work(asked, prepared, running);
  return finish(asked, prepared, result, begun.recording, await running?.end(), note);
}

/** Lets the model answer, with the tools that the user lets it use. */
function work(
  { services, turn }: Asked,
  prepared: PreparedRequest,
  running: RunningTurn | undefined,
): Promise<LoopResult> {
  const { request, stream, token } = turn;
  const tools = offeredTools(request);
  return runTurn(prepared.messages, settings.maxToolRounds(), {
    ask: (messages) => modelParts(request.model, messages, tools, token, services.log),
    invoke: (call) => runTool(call, request, tools, token),
    onStep: (step) => {
      if (step.kind === 'text') {
        stream.markdown(step.text);
      }
      running?.add(step);
    },
    isCancelled: () => token.isCancellationRequested,
  });
}

/** Writes the turn down and tells how it ended. */
async function finish(
  asked: Asked,
  prepared: PreparedRequest,
  result: LoopResult,
  recording: Recording | undefined,
  journal: string | undefined,
  note: (more: Partial<ChatTurnNote>) => ChatTurnNote,
): Promise<vscode.ChatResult> {
  const { services, turn, counter } = asked;
  const { request, stream } = turn;
  const failure = failureOf(result);
  const recorded =
    recording === undefined
      ? undefined
      : await record(services, recording, [turnEvent(result, failure)], journal);
  for (const sentence of recorded?.notes ?? []) {
    stream.markdown(warningLine(sentence));
  }
  if (result.end.type === 'limit') {
    stream.markdown(limitLine(settings.maxToolRounds()));
  }
  const isBegun = recorded?.recording?.created === true;
  if (isBegun && asked.conversation !== undefined) {
    stream.markdown(goesOnLine(asked.conversation));
  }
  const now = [...prepared.messages, ...result.messages];
  if (result.end.type === 'done' || result.end.type === 'limit') {
    const status = await prepareRequest(now, request.model, counter, turn.token);
    stream.markdown(
      contextLine(status, isBegun ? 'begun' : recorded?.recording === undefined ? 'off' : 'on'),
    );
  }
  const stopped = result.end.type === 'limit' ? { stopped: 'limit' as const } : {};
  const metadata = noteMetadata(
    recorded?.recording === undefined
      ? note({ answer: wordsOf(result.messages), ...stopped })
      : note({
          ...stopped,
          ...recorded.recording.session,
          recorded: true,
          seen: { bytes: recorded.recording.end.size },
          identity: recorded.recording.end.identity,
        }),
  );
  return failure === undefined ? { metadata } : { metadata, errorDetails: { message: failure } };
}

/**
 * The conversation as it goes to the model. Where it fills most of the window and is recorded, it is
 * compacted first; if that fails, or is not recorded, the newest exchanges that fit are sent.
 */
async function fitToModel(
  asked: Asked,
  recorded: boolean,
): Promise<{ readonly prepared: PreparedRequest; readonly before: readonly NewEvent[] }> {
  const { turn, counter, services, history, prompt } = asked;
  const { request, stream, token } = turn;
  const message = textMessage('user', prompt);
  const prepared = await prepareRequest([...history, message], request.model, counter, token);
  const isFull = prepared.omitted > 0 || prepared.tokens > prepared.limit * fullShare;
  if (!isFull || !recorded || token.isCancellationRequested) {
    return { prepared, before: [] };
  }
  stream.progress(vscode.l10n.t('The context is almost full; compacting the conversation…'));
  const wish = { trigger: 'automatic', guidance: '' } as const;
  const compacted = await compactConversation(
    history,
    wish,
    request.model,
    counter,
    token,
    services.log,
  );
  if (compacted.kind !== 'done') {
    if (compacted.kind === 'failed') {
      const sentence = vscode.l10n.t(
        'The conversation was not compacted and goes on as it was: {0}',
        compacted.reason,
      );
      stream.markdown(warningLine(sentence));
    }
    return { prepared, before: [] };
  }
  stream.markdown(compactedLine(compacted.event.summary, compacted.summed));
  const shorter = [...compacted.messages, message];
  return {
    prepared: await prepareRequest(shorter, request.model, counter, token),
    before: [compacted.event],
  };
}

function tellBefore(asked: Asked, prepared: PreparedRequest, begins: boolean): void {
  const { state, conversation, turn } = asked;
  const { stream, request } = turn;
  if (state.isNew && conversation !== undefined) {
    stream.markdown(resumedLine(conversation, labelOf(conversation), prepared));
  }
  const grown = begins || conversation === undefined ? undefined : growth(state, conversation);
  if (grown !== undefined) {
    stream.markdown(grownLine(grown.messages));
  }
  if (prepared.omitted > 0) {
    stream.markdown(omittedLine(prepared, request.model.name));
  }
}

function turnEvent({ items, end }: LoopResult, failure: string | undefined): NewTurn {
  return {
    kind: 'turn',
    items,
    outcome:
      end.type === 'interrupted'
        ? { type: 'interrupted' }
        : failure === undefined
          ? { type: 'done' }
          : { type: 'error', message: failure },
  };
}

function failureOf({ end, items }: LoopResult): string | undefined {
  if (end.type === 'failed') {
    return modelErrorSentence(end.error);
  }
  return end.type === 'done' && items.length === 0
    ? vscode.l10n.t(
        'The model sent an empty answer. Send the message again or choose another model.',
      )
    : undefined;
}

/** What a chat that is not recorded remembers of an answer. */
function wordsOf(messages: readonly ConversationMessage[]): string {
  return withCallsAsText(messages)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
}

/** What a turn remembers of the session, as it was read for this turn. */
export function resumedNote(kind: ChatTurnNote['kind'], conversation: Conversation): ChatTurnNote {
  return { version: 1, kind, ...sessionRef(conversation), ...seenOf(conversation) };
}

function seenOf(conversation: Conversation | undefined): Pick<ChatTurnNote, 'seen'> {
  return conversation === undefined
    ? {}
    : {
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
