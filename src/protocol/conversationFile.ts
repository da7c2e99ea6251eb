import * as z from 'zod/mini';
import type { ConversationMessage } from '#core/conversation/message.ts';
import type { SessionLink, SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import type { Conversation } from './worker.ts';

/**
 * The exported form of a conversation, for other tools and other extensions. Each message maps one to
 * one to a `vscode.LanguageModelChatMessage`: `text` to a text part, `toolCall` and `toolResult` to
 * their parts, `image` and a result's `images` to data parts. Fields and types of parts may be added
 * within version 1; none changes its meaning.
 */
export interface ConversationFile {
  readonly format: typeof conversationFormat;
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

export const conversationFormat = 'session-browser.conversation';

export function conversationFile({
  session,
  messages,
  compactions,
}: Conversation): ConversationFile {
  return {
    format: conversationFormat,
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

/**
 * Reads an exported conversation back; unknown fields pass.
 * @param value the file's text or what `JSON.parse` made of it.
 * @throws UserError that says what is wrong with it.
 */
export function parseConversationFile(value: unknown): ConversationFile {
  const parsed = schema.safeParse(typeof value === 'string' ? parseJson(value) : value);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
  throw new UserError(
    `This is not a conversation that Session Browser exported: ${place} is not as it should be.`,
  );
}

/** Base64. */
const image = { mimeType: z.string(), data: z.string() };

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('toolCall'),
    callId: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal('toolResult'),
    callId: z.string(),
    text: z.string(),
    isError: z.boolean(),
    images: z.exactOptional(z.array(z.object(image))),
  }),
  z.object({ type: z.literal('image'), ...image }),
]);

const schema = z.object({
  format: z.literal(conversationFormat),
  version: z.literal(1),
  session: z.object({
    agent: z.string(),
    id: z.string(),
    path: z.string(),
    cwd: z.optional(z.string()),
    created: z.optional(z.string()),
    updated: z.string(),
    title: z.optional(z.string()),
    name: z.optional(z.string()),
    parent: z.optional(
      z.object({ path: z.exactOptional(z.string()), id: z.exactOptional(z.string()) }),
    ),
  }),
  compactions: z.number(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), parts: z.array(part) })),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new UserError(`This file is not JSON: ${reason}.`);
  }
}

/** A date that no calendar has cannot be exported as one; the epoch stands for it. */
export function isoTime(time: number): string {
  const date = new Date(time);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
