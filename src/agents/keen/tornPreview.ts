import { skillTitle } from './messageText.ts';

/** How a line with a user's message begins, in the key order of Go or the reverse. */
const beginning =
  /^\uFEFF?\s*\{\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"kind"\s*:\s*"user_message"\s*,\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"(?:user_message|payload)"\s*:\s*\{\s*"content"\s*:\s*"/i;

/**
 * The beginning of a user's message out of the beginning of its line, cut anywhere: within an escape,
 * between the halves of a surrogate pair, or (as U+FFFD) within a character's bytes.
 */
export function previewOfTornLine(text: string): string | undefined {
  const start = beginning.exec(text)?.[0].length;
  if (start === undefined) {
    return undefined;
  }
  const { body, torn } = stringBody(text, start);
  let content: unknown;
  try {
    content = JSON.parse(`"${body}"`);
  } catch {
    // A control character or an escape that JSON does not have: no preview, the line itself is read later.
    return undefined;
  }
  if (typeof content !== 'string') {
    return undefined;
  }
  const whole = torn ? content.replace(/(?:\uFFFD|[\uD800-\uDBFF])$/, '') : content;
  return skillTitle(whole) ?? whole;
}

/** The characters of a JSON string from `start` to its closing quote, or to its last whole escape. */
function stringBody(
  text: string,
  start: number,
): { readonly body: string; readonly torn: boolean } {
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      return { body: text.slice(start, at), torn: false };
    }
    const length = character !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
    if (at + length > text.length) {
      break;
    }
    at += length;
  }
  return { body: text.slice(start, at), torn: true };
}
