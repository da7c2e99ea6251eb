import type { SessionEvent } from '#core/event.ts';
import type { LinePattern } from './linePattern.ts';

/** Whether a row of these events can show a match; may say yes too often. */
export type MayShow = (event: SessionEvent, end: SessionEvent | undefined) => boolean;

/**
 * A test that spares the building of rows on a line of hundreds of them: a match has a word in it, and
 * the word stands in a text, a key or a number of the row's events.
 *
 * @returns undefined where the pattern has no word.
 */
export function mayShow({ word, matchCase }: LinePattern): MayShow | undefined {
  if (word === undefined) {
    return undefined;
  }
  const expression = new RegExp(word, 'i');
  const holds = matchCase
    ? (text: string) => text.includes(word)
    : (text: string) => expression.test(text);
  return (event, end) => isIn(event, holds, 0) || (end !== undefined && isIn(end, holds, 0));
}

/**
 * @param depth of the value below its event. Deeper than two, a text is shown as JSON writes it: an
 *   escape puts letters into it that it does not have.
 */
function isIn(value: unknown, holds: (text: string) => boolean, depth: number): boolean {
  if (typeof value === 'string') {
    return holds(value) || (depth > 2 && escaped.test(value));
  }
  if (Array.isArray(value)) {
    // Shown as JSON from here on.
    return value.some((member) => isIn(member, holds, depth + 2));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(
      ([key, member]) =>
        holds(key) || (depth > 1 && escaped.test(key)) || isIn(member, holds, depth + 1),
    );
  }
  return value !== undefined && holds(JSON.stringify(value));
}

/** What JSON writes as an escape with letters in it. */
const escaped = /[\0-\x1f\ud800-\udfff]/;
