import * as z from 'zod/mini';
import { member } from '#base/member.ts';
import { chatMetadataKey, type ChatTurnNote } from '#core/chat/chatMetadata.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { SessionRef } from '#core/events/session.ts';
import type { LogEnd } from '#protocol/writing.ts';

/** What a chat's own history says about it. Nothing else is remembered, so chats cannot mix. */
export interface ChatState {
  /** Undefined if the chat is not recorded, or if its session starts with the next message. */
  readonly session: SessionRef | undefined;
  /** Row of the compaction that the chat continues from before; see `ChatTurnNote`. */
  readonly before: string | undefined;
  /** The session was drawn but nothing was said yet. */
  readonly isNew: boolean;
  /** The next message starts the session: the chat is empty, or `/new` came last. */
  readonly isFresh: boolean;
  /** How far the log had been read when the newest turn ended. */
  readonly seen: ChatTurnNote['seen'];
  /** The end of the log as this chat wrote it. */
  readonly end: LogEnd | undefined;
  /** Whether the user wants this chat recorded; undefined until decided. */
  readonly record: ChatTurnNote['record'];
  /** This chat's own turns that are not in the log, as sent and received. */
  readonly ownTurns: readonly ConversationMessage[];
}

/** A chat in which nothing was said. */
export const freshChat: ChatState = {
  session: undefined,
  before: undefined,
  isNew: false,
  isFresh: true,
  seen: undefined,
  end: undefined,
  record: undefined,
  ownTurns: [],
};

/** A chat that resumes a session with its next message. */
export function resumedChat(session: SessionRef): ChatState {
  return { ...freshChat, session, isNew: true, isFresh: false };
}

/** The parts of `vscode.ChatRequestTurn` and `vscode.ChatResponseTurn` that are read here. */
type HistoryTurn =
  | { readonly prompt: string }
  | { readonly result: { readonly metadata?: unknown } };

/**
 * Reads a chat's history from its end: the newest turn that names a session decides which one the
 * chat continues, and the chat's own turns reach back to where it resumed that session. Unanswered
 * turns are left out; the user may send them again.
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
    const isSame =
      note.path === newest.path && note.id === newest.id && note.before === newest.before;
    if (note.kind !== 'answered' || !isSame) {
      break;
    }
    const isOwn = note.prompt !== undefined && note.answer !== undefined && !note.recorded;
    if (isOwn && note.answer.trim() !== '') {
      ownTurns.unshift(textMessage('user', note.prompt), textMessage('assistant', note.answer));
    }
    if (note.begins === true) {
      break;
    }
  }
  if (newest === undefined) {
    return undefined;
  }
  const { seen, identity, record } = newest;
  return {
    session: sessionOf(newest),
    before: newest.before,
    isNew: newest.kind === 'imported',
    isFresh: newest.kind === 'fresh',
    seen,
    end: identity === undefined || seen === undefined ? undefined : { size: seen.bytes, identity },
    record,
    ownTurns,
  };
}

/** The session that a turn belongs to, if any. */
export function sessionOf(note: ChatTurnNote | undefined): SessionRef | undefined {
  const { agent, id, path } = note ?? {};
  return agent === undefined || id === undefined || path === undefined
    ? undefined
    : { agent, id, path };
}

/** The note in a result's metadata; undefined if another extension or version wrote it. */
export function readNote(metadata: unknown): ChatTurnNote | undefined {
  return noteIn(member(metadata, chatMetadataKey));
}

/** The value under our key in a result's metadata, if it is a note of this version. */
export function noteIn(value: unknown): ChatTurnNote | undefined {
  const parsed = noteSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export function noteMetadata(note: ChatTurnNote): { readonly [chatMetadataKey]: ChatTurnNote } {
  return { [chatMetadataKey]: note };
}

export function textMessage(role: 'user' | 'assistant', text: string): ConversationMessage {
  return { role, parts: [{ type: 'text', text }] };
}

const natural = z.number().check(z.nonnegative());

const noteSchema = z.object({
  version: z.literal(1),
  kind: z.enum(['imported', 'resumed', 'answered', 'fresh']),
  agent: z.optional(z.string()),
  id: z.optional(z.string()),
  path: z.optional(z.string()),
  before: z.optional(z.string().check(z.maxLength(64))),
  seen: z.optional(z.object({ messages: z.optional(natural), bytes: natural })),
  prompt: z.optional(z.string()),
  answer: z.optional(z.string()),
  begins: z.optional(z.literal(true)),
  recorded: z.optional(z.literal(true)),
  identity: z.optional(z.string()),
  record: z.optional(z.enum(['on', 'off'])),
  stopped: z.optional(z.literal('limit')),
});
