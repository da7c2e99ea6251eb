import { parseShallow } from '#core/jsonl/shallowJson.ts';

/**
 * A JSON string that may be cut anywhere: within an escape, between the halves of a surrogate pair,
 * or (as U+FFFD) within a character's bytes. Undefined if the text is not JSON.
 *
 * @param start index after its opening quote.
 */
function tornString(text: string, start: number): string | undefined {
  const { body, torn } = stringBody(text, start);
  let content: unknown;
  try {
    content = parseShallow(`"${body}"`);
  } catch {
    // A control character or an escape that JSON does not have: the line itself is read later.
    return undefined;
  }
  if (typeof content !== 'string') {
    return undefined;
  }
  return torn ? content.replace(/(?:\uFFFD|[\uD800-\uDBFF])$/, '') : content;
}

/**
 * The characters of a JSON string from `start` to its closing quote, or to its last whole escape.
 */
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

/**
 * Reads the beginning of a user's message from that of its line, cut anywhere; see `LogHints`.
 *
 * @param beginning matches how such a line starts, up to the quote that opens the message.
 */
export function previewAfter(beginning: RegExp): (line: string) => string | undefined {
  return (line) => {
    const start = beginning.exec(line)?.[0].length;
    return start === undefined ? undefined : tornString(line, start);
  };
}
