import { tornString } from '../toolbox/tornString.ts';

/**
 * How a line with a user's message starts: Go writes keys in a fixed order, and text before images.
 */
const beginning =
  /^\uFEFF?\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"[^"\\]*","role":"user","message":\{"role":"user","content":\[\{"type":"text","text":"/;

/** The beginning of a user's message, from the beginning of its line, cut anywhere. */
export function previewOfTornLine(text: string): string | undefined {
  const start = beginning.exec(text)?.[0].length;
  return start === undefined ? undefined : tornString(text, start);
}
