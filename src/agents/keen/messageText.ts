import type { Phrase } from '#core/events/phrase.ts';

/** What Keen has put into the texts of messages over time, and how to show them without it. */

const memoryOpen = '<keen_memory>';
const memoryClose = '</keen_memory>';
const interruptedSuffix = '[Response interrupted by user]';

/**
 * A turn's `message` as its reader saw it. Two old additions were for the model only: the mark of
 * an interruption (before 0.11.0) and the block in which the model noted its tool use (0.2.2), at
 * the very end and at the start of a line, closed or, in a cut answer, open.
 */
export function visibleText(message: string): string {
  let text = message;
  if (text.endsWith(interruptedSuffix)) {
    text = text.slice(0, -interruptedSuffix.length).trimEnd();
  }
  const open = text.lastIndexOf(memoryOpen);
  const atLineStart = open === 0 || /[\r\n]/.test(text.charAt(open - 1));
  if (open >= 0 && atLineStart) {
    const close = text.indexOf(memoryClose, open);
    const isLast = close < 0 || text.slice(close + memoryClose.length).trim() === '';
    if (isLast) {
      text = text.slice(0, open).trimEnd();
    }
  }
  return text;
}

/**
 * A title for the activation of a skill, which is stored as `[Activate skill: name]` and the whole
 * text of the skill.
 */
export function skillTitle(content: string): Phrase | undefined {
  const name = /^\[Activate skill: ([^\]\r\n]+)\]\n\n/.exec(content)?.[1];
  return name === undefined ? undefined : { code: 'skill', name };
}

const wrapperStart =
  '<compacted_context>\nThe prior conversation context was compacted automatically to fit the ' +
  "model's context window. The following summary preserves relevant goals, constraints, progress, " +
  'discoveries, tool results, and pending work.\n\n';
const wrapperMiddle =
  '\n</compacted_context>\n\n<last_user_message>\nThe following is the most recent user message. ' +
  'Treat it as the current task and its requirements as authoritative.\n\n';
const wrapperEnd = '\n</last_user_message>';

/**
 * The two parts of the message that automatic compaction writes (0.41.0 and later); undefined for
 * any other text. The first end of the summary counts: the user message that follows may itself be
 * such a message from an earlier compaction.
 */
export function compactedParts(
  content: string,
): { readonly summary: string; readonly lastUserMessage: string } | undefined {
  const end = content.indexOf(wrapperMiddle);
  return content.startsWith(wrapperStart) && end >= 0 && content.endsWith(wrapperEnd)
    ? {
        summary: content.slice(wrapperStart.length, end),
        lastUserMessage: content.slice(end + wrapperMiddle.length, -wrapperEnd.length),
      }
    : undefined;
}
