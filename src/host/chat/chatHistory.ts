import * as z from 'zod/mini';
import { chatMetadataKey, type ChatTurnNote } from '#core/chat/chatMetadata.ts';
import type { ConversationMessage } from '#core/conversation/message.ts';
import type { SessionRef } from '#core/session.ts';

/** What a chat's own history says about it; nothing else is remembered, so chats cannot mix. */
export interface ChatState {
  readonly session: SessionRef;
  /** Nothing was said about the session yet: it was only drawn. */
  readonly isNew: boolean;
  /** How far the log was read when the newest turn ended. */
  readonly seen: ChatTurnNote['seen'];
  /** This chat's own turns since the session was resumed, as they were sent and received. */
  readonly ownTurns: readonly ConversationMessage[];
}

/** The parts of `vscode.ChatRequestTurn` and `vscode.ChatResponseTurn` that are read here. */
type HistoryTurn =
  { readonly prompt: string } | { readonly result: { readonly metadata?: unknown } };

/**
 * Reads a chat's history from its end: the newest turn that names a session decides which one this
 * chat goes on with, and its own turns reach back to where that session was resumed. Turns that got
 * no answer are left out; the user sends them again or not.
 */
export function readHistory(history: readonly HistoryTurn[]): ChatState | undefined {
  let newest: ChatTurnNote | undefined;
  const ownTurns: ConversationMessage[] = [];
  for (const turn of [...history].reverse()) {
    const note = 'result' in turn ? readNote(turn.result.metadata) : undefined;
    if (note === undefined) {
      continue;
    }
    newest ??= note;
    if (note.kind !== 'answered' || note.path !== newest.path || note.id !== newest.id) {
      break;
    }
    if (note.prompt !== undefined && note.answer !== undefined && note.answer.trim() !== '') {
      ownTurns.unshift(textMessage('user', note.prompt), textMessage('assistant', note.answer));
    }
    if (note.begins === true) {
      break;
    }
  }
  if (newest === undefined) {
    return undefined;
  }
  const { agent, id, path } = newest;
  return {
    session: { agent, id, path },
    isNew: newest.kind === 'imported',
    seen: newest.seen,
    ownTurns,
  };
}

/** The note of one result's metadata; undefined where another extension or version wrote it. */
export function readNote(metadata: unknown): ChatTurnNote | undefined {
  const parsed = metadataSchema.safeParse(metadata);
  return parsed.success ? parsed.data[chatMetadataKey] : undefined;
}

export function noteMetadata(note: ChatTurnNote): { readonly [chatMetadataKey]: ChatTurnNote } {
  return { [chatMetadataKey]: note };
}

export function textMessage(role: 'user' | 'assistant', text: string): ConversationMessage {
  return { role, parts: [{ type: 'text', text }] };
}

const natural = z.number().check(z.nonnegative());

const metadataSchema = z.object({
  [chatMetadataKey]: z.object({
    version: z.literal(1),
    kind: z.enum(['imported', 'resumed', 'answered']),
    agent: z.string(),
    id: z.string(),
    path: z.string(),
    seen: z.optional(z.object({ messages: z.optional(natural), bytes: natural })),
    prompt: z.optional(z.string()),
    answer: z.optional(z.string()),
    begins: z.optional(z.literal(true)),
  }),
});
