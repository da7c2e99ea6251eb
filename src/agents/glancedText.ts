import type { SessionStartEvent } from '#core/event.ts';
import { epochMs } from './dateTime.ts';

/** Visible characters that are enough of a text for its preview, whatever comes after them. */
const enough = 201;
const visibleAscii = /^[ -~]*$/;

/**
 * A JSON string out of the first characters of a line: the whole of it, or its beginning if that is
 * all that a list can show. Undefined where only parsing tells.
 *
 * @param start one character for each byte.
 * @param at place after the opening quote.
 * @param rest what may follow the closing quote to the end of the line; undefined for a line that
 *   goes on after `start`.
 */
export function glancedText(
  start: string,
  at: number,
  rest: RegExp | undefined,
): string | undefined {
  let end = start.indexOf('"', at);
  while (end >= 0 && isEscaped(start, end)) {
    end = start.indexOf('"', end + 1);
  }
  if (end >= 0 && rest?.test(start.slice(end + 1)) !== true) {
    return undefined;
  }
  const body = end < 0 ? start.slice(at) : start.slice(at, end);
  const text = plainText(body);
  return text !== undefined && (end >= 0 || isEnough(text)) ? text : undefined;
}

/** What stands between the quotes of a JSON string; undefined for anything beyond ASCII. */
export function plainText(body: string): string | undefined {
  if (!visibleAscii.test(body)) {
    return undefined;
  }
  if (!body.includes('\\')) {
    return body;
  }
  try {
    const text: unknown = JSON.parse(`"${body}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    // Cut within an escape, or none that JSON has: parsing the line tells.
    return undefined;
  }
}

/**
 * A session's start out of the texts between the quotes of its id, its date, which has the form of
 * one, and its folder.
 */
export function glancedStart(
  id: string | undefined,
  date: string | undefined,
  folder: string | undefined,
): SessionStartEvent | undefined {
  const sessionId = id === undefined ? undefined : plainText(id);
  const cwd = folder === undefined ? undefined : plainText(folder);
  const createdAt = epochMs(date);
  return sessionId === undefined || cwd === undefined || createdAt === undefined
    ? undefined
    : { kind: 'sessionStart', sessionId, createdAt, cwd };
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text.charCodeAt(at - 1) === 0x5c) {
    at -= 1;
  }
  return (quote - at) % 2 === 1;
}

function isEnough(text: string): boolean {
  let visible = 0;
  for (let at = 0; at < text.length && visible < enough; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x20 && unit < 0x7f) {
      visible += 1;
    }
  }
  return visible === enough;
}
