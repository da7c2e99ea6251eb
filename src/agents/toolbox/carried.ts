import { defined } from '#base/defined.ts';
import type { Events } from '#core/events/event.ts';
import type { ImageData, MessagePart } from '#core/events/message.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import type { SessionRef } from '#core/events/session.ts';

/**
 * What a session that we made for another agent says about itself, in one record of its log: all agents pass
 * over members that they do not know.
 */
export const carriedKey = 'sessionBrowser';

/** @param lines that the log begins with; all others are the agent's own. */
export function carriedMark(
  { agent, id, path }: Pick<SessionRef, 'agent' | 'id' | 'path'>,
  lines: number,
) {
  return { [carriedKey]: { continues: { agent, id, path }, lines } };
}

/** The events of a record with such a mark; none if it has none. */
export function carriedFork(mark: unknown): Events {
  const origin = isJsonObject(mark) ? mark.continues : undefined;
  if (!isJsonObject(mark) || !isJsonObject(origin)) {
    return [];
  }
  const { agent, id, path } = origin;
  const { lines } = mark;
  if (typeof agent !== 'string' || typeof id !== 'string') {
    return [];
  }
  return [
    defined({
      kind: 'fork' as const,
      parent: defined({ agent, id, path: typeof path === 'string' ? path : undefined }),
      parentAgent: { agent },
      summary: '',
      lines: typeof lines === 'number' && Number.isSafeInteger(lines) ? lines : undefined,
    }),
  ];
}

/** The text of a log. */
export function linesOf(records: readonly JsonObject[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Gives one moment after the other, epoch ms: the last of so many is now. */
export function risingTimes(now: number, count: number): () => number {
  let left = count;
  return () => {
    left -= 1;
    return now - Math.max(0, left);
  };
}

type ResultPart = Extract<MessagePart, { type: 'toolResult' }>;

/** A result as its text, or with images as parts in an agent's own form. */
export function resultContent<Part>(
  { text, images = [] }: ResultPart,
  textPart: (text: string) => Part,
  imagePart: (image: ImageData) => Part,
): string | readonly Part[] {
  return images.length === 0
    ? text
    : [...(text === '' ? [] : [textPart(text)]), ...images.map(imagePart)];
}

export function dataUrl({ mimeType, data }: ImageData): string {
  return `data:${mimeType};base64,${data}`;
}
