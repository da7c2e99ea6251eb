import { isoTime } from '#base/format.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { SessionLink, SessionSummary } from '#core/events/session.ts';
import type { Conversation } from './worker.ts';
import { wellFormedMessage } from '#core/chat/sendable.ts';

/**
 * The exported form of a conversation, for other tools and extensions. Each message maps one to one
 * to a `vscode.LanguageModelChatMessage`: `text` to a text part, `toolCall` and `toolResult` to
 * their parts, `image` and a result's `images` to data parts. Within version 1, fields and part
 * types may be added; none changes its meaning.
 */
export interface ConversationFile {
  readonly format: 'session-browser.conversation';
  readonly version: 1;
  readonly session: ConversationFileSession;
  /** Number of compactions applied in `messages`. */
  readonly compactions: number;
  readonly messages: readonly ConversationMessage[];
}

export interface ConversationFileSession {
  /** The agent's adapter, for example `keen`. */
  readonly agent: string;
  readonly id: string;
  /** Absolute path of the log on the exporting machine. */
  readonly path: string;
  /** Folder the agent worked in, as the log spells it. */
  readonly cwd?: string | undefined;
  /** ISO 8601, UTC. */
  readonly created?: string | undefined;
  readonly updated: string;
  /** The first user message on one line, cut for display. */
  readonly title?: string | undefined;
  /** The session's name, if it was given one. */
  readonly name?: string | undefined;
  /** The session that this one was forked from, as far as its log names it. */
  readonly parent?: SessionLink | undefined;
}

export function conversationFile({
  session,
  messages,
  compactions,
}: Conversation): ConversationFile {
  return {
    format: 'session-browser.conversation',
    version: 1,
    session: exportedSession(session),
    compactions,
    messages: messages.map(wellFormedMessage),
  };
}

/** A session in the form for other programs. */
export function exportedSession(session: SessionSummary): ConversationFileSession {
  const { agent, id, path, cwd, createdAt, updatedAt, firstUserMessage, name, parent } = session;
  return {
    agent,
    id,
    path,
    ...(cwd === undefined ? {} : { cwd }),
    ...(createdAt === undefined ? {} : { created: exportedTime(createdAt) }),
    updated: exportedTime(updatedAt),
    ...(firstUserMessage === undefined ? {} : { title: firstUserMessage }),
    ...(name === undefined ? {} : { name }),
    ...(parent === undefined ? {} : { parent }),
  };
}

/** A date that no calendar has cannot be exported; the epoch stands in for it. */
export function exportedTime(time: number): string {
  return isoTime(time) ?? new Date(0).toISOString();
}
