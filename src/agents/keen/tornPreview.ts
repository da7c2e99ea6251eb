import { tornString } from '../toolbox/tornString.ts';
import { skillTitle } from './messageText.ts';

/** How a line with a user's message starts, in Go's key order or the reverse. */
const beginning =
  /^\uFEFF?\s*\{\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"kind"\s*:\s*"user_message"\s*,\s*(?:"seq"\s*:\s*\d+\s*,\s*)?"(?:user_message|payload)"\s*:\s*\{\s*"content"\s*:\s*"/i;

/**
 * The beginning of a user's message, from the beginning of its line, cut anywhere: within an
 * escape, between the halves of a surrogate pair, or (as U+FFFD) within a character's bytes.
 */
export function previewOfTornLine(text: string): string | undefined {
  const start = beginning.exec(text)?.[0].length;
  if (start === undefined) {
    return undefined;
  }
  const whole = tornString(text, start);
  return whole === undefined ? undefined : (skillTitle(whole) ?? whole);
}
