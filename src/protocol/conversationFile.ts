import type { ConversationMessage } from '#core/conversation/message.ts';
import type { SessionLink, SessionSummary } from '#core/session.ts';
import type { Conversation } from './worker.ts';

/**
 * The exported form of a conversation, for other tools and other extensions. Each message maps one to
 * one to a `vscode.LanguageModelChatMessage`: `text` to a text part, `toolCall` and `toolResult` to
 * their parts, `image` and a result's `images` to data parts. Fields and types of parts may be added
 * within version 1; none changes its meaning.
 */
export interface ConversationFile {
  readonly format: 'session-browser.conversation';
  readonly version: 1;
  readonly session: ConversationFileSession;
  /** How many compactions are applied in `messages`. */
  readonly compactions: number;
  readonly messages: readonly ConversationMessage[];
}

export interface ConversationFileSession {
  /** The agent's adapter, for example `keen`. */
  readonly agent: string;
  readonly id: string;
  /** Absolute path of the log on the machine that exported it. */
  readonly path: string;
  /** Folder the agent worked in, as the log spells it. */
  readonly cwd?: string | undefined;
  /** ISO 8601, UTC. */
  readonly created?: string | undefined;
  readonly updated: string;
  /** The first user message on one line, cut for display. */
  readonly title?: string | undefined;
  /** The name that the session was given. */
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
    messages,
  };
}

/** A session as it is handed to other programs. */
export function exportedSession(session: SessionSummary): ConversationFileSession {
  const { agent, id, path, cwd, createdAt, updatedAt, firstUserMessage, name, parent } = session;
  return {
    agent,
    id,
    path,
    ...(cwd === undefined ? {} : { cwd }),
    ...(createdAt === undefined ? {} : { created: isoTime(createdAt) }),
    updated: isoTime(updatedAt),
    ...(firstUserMessage === undefined ? {} : { title: firstUserMessage }),
    ...(name === undefined ? {} : { name }),
    ...(parent === undefined ? {} : { parent }),
  };
}

/** A date that no calendar has cannot be exported as one; the epoch stands for it. */
export function isoTime(time: number): string {
  const date = new Date(time);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
