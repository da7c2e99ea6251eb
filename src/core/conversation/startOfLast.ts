import type { ConversationEntry } from './message.ts';

/** Whose words something is: the user's, part of an answer, or nobody's, such as a compaction. */
export type Speaker = 'user' | 'answer' | 'nobody';

/**
 * Place where the last messages begin. A message is what the user said, or all that came back for it:
 * texts, tool calls and their results count as one.
 *
 * @param count at least 1.
 * @returns undefined if there are no more messages than that.
 */
export function startOfLast(
  length: number,
  speakerAt: (place: number) => Speaker,
  count: number,
): number | undefined {
  let messages = 0;
  let isInAnswer = false;
  let start = length;
  for (let place = length - 1; place >= 0; place -= 1) {
    const speaker = speakerAt(place);
    if (speaker === 'nobody') {
      continue;
    }
    if (speaker === 'user' || !isInAnswer) {
      if (messages === count) {
        return start;
      }
      messages += 1;
    }
    isInAnswer = speaker === 'answer';
    start = place;
  }
  return undefined;
}

/** Results of tools are the user's by their role, and belong to the answer. */
export function speakerOf({ role, segments }: ConversationEntry): Speaker {
  return role === 'user' && segments.some(({ type }) => type !== 'result') ? 'user' : 'answer';
}
