import { defined } from '#base/defined.ts';
import type { Events, ToolResultEvent } from '#core/events/event.ts';
import { isJsonObject } from '#core/jsonObject.ts';

/** What a call's answer says in place of a result where the user did not allow it, or stopped it. */
export interface Refusal {
  /** What the user said to the agent instead; empty if nothing. */
  readonly words: string;
}

/** @param begins how such an answer begins. @param words has the user's words as its group. */
export function refusalIn(answer: string, begins: RegExp, words: RegExp): Refusal | undefined {
  return begins.test(answer) ? { words: words.exec(answer)?.[1]?.trim() ?? '' } : undefined;
}

/** The result of a call that the user declined, without what a failure has. */
export function declinedResult(
  result: ToolResultEvent,
  answer: unknown,
  { words }: Refusal,
): ToolResultEvent {
  return defined({
    ...result,
    output: answer,
    error: undefined,
    exitCode: undefined,
    isDeclined: true as const,
    hasReply: words === '' ? undefined : (true as const),
  });
}

/** The user's words about a call, as a row of their own. */
export function replyEvents(words: string | undefined): Events {
  return words === undefined || words.trim() === ''
    ? []
    : [{ kind: 'userReply', text: words.trim() }];
}

/** What the user answered in their own words, beside or instead of the options of each question. */
export function ownWords(
  questions: unknown,
  answerTo: (question: string, place: number) => unknown,
): string {
  const list: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return list
    .map((question, place) => {
      if (!isJsonObject(question) || typeof question.question !== 'string') {
        return '';
      }
      const options = Array.isArray(question.options) ? (question.options as unknown[]) : [];
      const labels = options.map((option) => (isJsonObject(option) ? option.label : option));
      const answer = answerTo(question.question, place);
      const parts = typeof answer === 'string' && !labels.includes(answer) ? [answer] : answer;
      const own = Array.isArray(parts)
        ? parts.filter((part) => typeof part === 'string' && !labels.includes(part))
        : [];
      const isList = own.every((part) =>
        String(part)
          .split(', ')
          .every((each) => labels.includes(each)),
      );
      return isList ? '' : own.join('\n');
    })
    .filter((words) => words.trim() !== '')
    .join('\n\n');
}
