import type * as vscode from 'vscode';
import type { ChatTurnNote } from '#core/chat/chatMetadata.ts';
import { sessionRef } from '#core/events/session.ts';
import type { Conversation } from '#protocol/worker.ts';
import type { ChatServices } from '../../list/services.ts';
import type { Recording } from '../record/recorder.ts';
import type { TokenCounter } from './tokenCounter.ts';

/** What a request to a model needs. */
export interface ModelTurn {
  readonly services: Pick<ChatServices, 'log'>;
  readonly counter: TokenCounter;
  readonly request: Pick<vscode.ChatRequest, 'model'>;
  readonly token: vscode.CancellationToken;
}

/** One request to the participant, and the stream for its answer. */
export interface ParticipantTurn extends ModelTurn {
  readonly services: ChatServices;
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
}

/**
 * Answers with a sentence alone. A turn without a note is skipped when reading the history, so the
 * chat stays what it was.
 */
export function said({ stream }: ParticipantTurn, sentence: string): vscode.ChatResult {
  stream.markdown(sentence);
  return {};
}

/** The note of a turn that resumed a session, as read for this turn. */
export function resumedNote(conversation: Conversation): ChatTurnNote {
  const session = sessionRef(conversation.session);
  return { version: 1, kind: 'resumed', ...session, ...seenOf(conversation) };
}

/** The note about a session that was read but not written. */
export function seenOf(conversation: Conversation | undefined): Pick<ChatTurnNote, 'seen'> {
  return conversation === undefined
    ? {}
    : { seen: { messages: conversation.messages.length, bytes: conversation.session.size } };
}

/** The note about a session as written. */
export function writtenNote({ session, end }: Pick<Recording, 'session' | 'end'>) {
  return { ...session, before: undefined, seen: { bytes: end.size }, identity: end.identity };
}
