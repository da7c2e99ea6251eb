import { randomUUID } from 'node:crypto';
import type { CarriedSession, CarryPlace } from '#agents/contract/carryWriter.ts';
import { carryable } from '#core/conversation/carryable.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import { hash } from '#store/disk/hash.ts';

/** Of a session that is continued in tests. */
export const carriedOrigin = { agent: 'pi', id: 'origin', path: '/sessions/origin.jsonl' };

/** A conversation for a writer. */
export function carriedSession(
  messages: readonly ConversationMessage[],
  cwd: string,
): CarriedSession {
  return {
    cwd,
    title: 'Look (from pi)',
    now: Date.now(),
    tokens: 1_000,
    origin: carriedOrigin,
    messages: carryable(messages).messages,
  };
}

/** A machine on which the agent has no files. */
export function emptyPlace(home: string): CarryPlace {
  return {
    env: { home, platform: 'posix', variables: {} },
    hash,
    newId: randomUUID,
    text: () => undefined,
    names: () => [],
  };
}
