import type { SessionEvent } from '#core/events/event.ts';
import type { LinePattern } from './linePattern.ts';

/** Whether a row of these events can show a match; may report false positives. */
export type MayShow = (event: SessionEvent, end: SessionEvent | undefined) => boolean;

/**
 * Avoids building hundreds of rows for one line: every match contains a word, which must appear in
 * a text, key or number of the row's events.
 *
 * @returns undefined if the pattern has no word.
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
 * @param depth of the value below its event. Text deeper than two is shown as JSON, where an escape
 *   adds letters that the text does not have.
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

/** Characters that JSON escapes with letters. */
const escaped = /[\0-\x1f\ud800-\udfff]/;
