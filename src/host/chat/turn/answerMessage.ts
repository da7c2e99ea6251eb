import type * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { withCallsAsText } from '#core/chat/pairedCalls.ts';
import type { ChatTurnNote } from '#core/chat/chatMetadata.ts';
import { runTurn, type LoopResult } from '#core/chat/toolLoop.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { NewEvent, NewTurn } from '#core/events/newEvent.ts';
import { sessionRef, type SessionSummary } from '#core/events/session.ts';
import type { Conversation } from '#protocol/worker.ts';
import { commandIds } from '../../vscode/contributions.ts';
import { settings } from '../../vscode/settings.ts';
import { noteMetadata, type ChatState, textMessage } from '../record/chatHistory.ts';
import {
  beginRecording,
  record,
  wantsRecording,
  type Recording,
  runningTurn,
  type RunningTurn,
} from '../record/recorder.ts';

import { loadConversation } from './chatConversation.ts';
import {
  contextLine,
  goesOnLine,
  grownLine,
  limitLine,
  omittedLine,
  resumedLine,
  showWarnings,
  compactedLine,
} from './contextLine.ts';
import { isQuotaUsedUp, modelErrorSentence } from './modelError.ts';
import { modelParts } from './modelParts.ts';
import { prepareRequest, type PreparedRequest } from './prepareRequest.ts';
import { promptWithReferences } from './references.ts';
import { offeredTools, runTool } from './tools.ts';
import { type ParticipantTurn, seenOf, writtenNote } from './turn.ts';
import { compactConversation } from './compact.ts';

/** Share of the model's window; beyond it, the conversation is compacted before a message. */
const fullShare = 0.8;

/**
 * The conversation as sent to the model. A recorded one that fills most of the window is compacted
 * first; if that fails, or it is not recorded, the newest exchanges that fit are sent.
 *
 * @returns also what to record before the message.
 */
async function fitToModel(
  turn: ParticipantTurn,
  history: readonly ConversationMessage[],
  prompt: string,
  isRecorded: boolean,
): Promise<{ readonly prepared: PreparedRequest; readonly before: readonly NewEvent[] }> {
  const { stream, token } = turn;
  const message = textMessage('user', prompt);
  const prepared = await prepareRequest(turn, [...history, message]);
  const isFull = prepared.omitted > 0 || prepared.tokens > prepared.limit * fullShare;
  if (!isFull || !isRecorded || token.isCancellationRequested) {
    return { prepared, before: [] };
  }
  stream.progress(t('The context is almost full. Compacting conversation…'));
  const compacted = await compactConversation(turn, history, 'automatic');
  if (compacted.kind === 'done') {
    stream.markdown(compactedLine(compacted.event.summary, compacted.summed));
    return {
      prepared: await prepareRequest(turn, [...compacted.messages, message]),
      before: [compacted.event],
    };
  }
  if (compacted.kind === 'failed') {
    showWarnings(stream, compacted.sentence);
  }
  return { prepared, before: [] };
}

interface Asked {
  readonly state: ChatState;
  /** The session as its log has it now; undefined before there is one. */
  readonly session: SessionSummary | undefined;
  readonly prompt: string;
  readonly prepared: PreparedRequest;
  /** Events to record before the model gets the message; undefined if nothing is recorded. */
  readonly events: readonly NewEvent[] | undefined;
  /** The turn's note, however the turn ends. */
  readonly note: ChatTurnNote;
}

/**
 * Answers a message. The model that the user chose gets the conversation as the log has it now,
 * then what only this chat remembers, then the message, and may work with tools. The message is in
 * the log before the model gets it; the turn follows when it ends, however it ends.
 *
 * @param options.begins this message also resumes the session, so the chat's earlier turns do not
 *   count.
 */
export async function answerMessage(
  turn: ParticipantTurn,
  state: ChatState,
  options: { readonly prompt: string; readonly begins: boolean },
): Promise<vscode.ChatResult> {
  const { request, stream, token } = turn;
  const conversation =
    state.session === undefined
      ? undefined
      : await loadConversation(turn, state.session, state.before);
  const prompt = await promptWithReferences(options.prompt, request.references);
  const isRecorded = await wantsRecording(state);
  const history = [...(conversation?.messages ?? []), ...state.ownTurns];
  const { prepared, before } = await fitToModel(turn, history, prompt, isRecorded);
  const note: ChatTurnNote = {
    version: 1,
    kind: 'answered',
    ...state.session,
    before: state.before,
    ...(options.begins ? { begins: true as const } : {}),
    record: isRecorded ? 'on' : 'off',
    prompt,
    ...seenOf(conversation),
  };
  const unanswered = { metadata: noteMetadata({ ...note, answer: '' }) };
  if (token.isCancellationRequested) {
    return unanswered;
  }
  if (state.isNew && conversation !== undefined) {
    stream.markdown(resumedLine(conversation, prepared, state.before !== undefined));
  }
  if (!options.begins && conversation !== undefined && isGrown(state, conversation)) {
    stream.markdown(grownLine(state.seen, conversation));
  }
  if (prepared.omitted > 0) {
    stream.markdown(omittedLine(prepared, request.model.name));
  }
  if (prepared.tokens > prepared.limit) {
    const message = t(
      'This message alone exceeds the context window of {0}. Shorten it, attach less, or choose a model with a larger context window.',
      request.model.name,
    );
    return { ...unanswered, errorDetails: { message } };
  }
  const events = isRecorded
    ? [...before, { kind: 'userMessage' as const, text: prompt }]
    : undefined;
  const { session } = conversation ?? {};
  return answer(turn, { state, session, prompt, prepared, events, note });
}

async function answer(turn: ParticipantTurn, asked: Asked): Promise<vscode.ChatResult> {
  const { services, stream } = turn;
  const { session, prompt, prepared, events, note } = asked;
  let recording: Recording | undefined;
  if (events !== undefined) {
    const begun = await beginRecording(services, asked.state, session, events);
    showWarnings(stream, ...begun.notes);
    recording = begun.recording;
  }
  const running = recording === undefined ? undefined : runningTurn(services, recording, prompt);
  const result = await work(turn, prepared, running);
  const failure = failureOf(result);
  if (recording !== undefined) {
    const journal = await running?.end();
    const recorded = await record(services, recording, [turnEvent(result, failure)], journal);
    showWarnings(stream, ...recorded.notes);
    recording = recorded.recording;
  }
  const isAtLimit = result.end.type === 'limit';
  if (isAtLimit) {
    stream.markdown(limitLine(settings.maxToolRounds()));
  }
  const isBegun = recording?.created === true;
  if (isBegun && session !== undefined) {
    stream.markdown(goesOnLine(session));
  }
  if (isAtLimit || result.end.type === 'done') {
    const now = await prepareRequest(turn, [...prepared.messages, ...result.messages]);
    stream.markdown(contextLine(now, isBegun ? 'begun' : recording === undefined ? 'off' : 'on'));
  }
  const inAgent = recording?.session ?? session;
  if (result.end.type === 'failed' && isQuotaUsedUp(result.end.error) && inAgent !== undefined) {
    stream.button({
      title: t('Continue In…'),
      command: commandIds.continueIn,
      arguments: [sessionRef(inAgent)],
    });
  }
  const metadata = noteMetadata({
    ...note,
    ...(isAtLimit ? { stopped: 'limit' as const } : {}),
    ...(recording === undefined
      ? { answer: wordsOf(result.messages) }
      : { ...writtenNote(recording), recorded: true as const }),
  });
  return failure === undefined ? { metadata } : { metadata, errorDetails: { message: failure } };
}

/** Whether the log changed since the chat last read it. */
function isGrown({ seen, before }: ChatState, { session }: Conversation): boolean {
  return before === undefined && seen !== undefined && seen.bytes !== session.size;
}

/** Lets the model answer, with the tools that the user allows. */
function work(
  turn: ParticipantTurn,
  prepared: PreparedRequest,
  running: RunningTurn | undefined,
): Promise<LoopResult> {
  const tools = offeredTools(turn.request);
  return runTurn(prepared.messages, settings.maxToolRounds(), {
    ask: (messages) => modelParts(turn, messages, tools),
    invoke: (call) => runTool(turn, call, tools),
    onStep: (step) => {
      if (step.kind === 'text') {
        turn.stream.markdown(step.text);
      }
      running?.add(step);
    },
    isCanceled: () => turn.token.isCancellationRequested,
  });
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
    ? t('The model returned an empty answer. Send the message again or choose another model.')
    : undefined;
}

/** The texts of an answer, for the note of a chat that is not recorded. */
function wordsOf(messages: readonly ConversationMessage[]): string {
  return withCallsAsText(messages)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
}
