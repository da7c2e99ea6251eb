import { tornString } from '../toolbox/tornString.ts';

/** How a line with a user's message starts, as pi writes its keys in all versions. */
const beginning =
  /^\uFEFF?\s*\{\s*"type"\s*:\s*"message"\s*,(?:\s*"(?:id|parentId|timestamp)"\s*:\s*(?:"[^"\\]*"|null)\s*,){0,3}\s*"message"\s*:\s*\{\s*"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*(?:\[\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*)?"/;

/** The beginning of a user's message, from the beginning of its line, cut anywhere. */
export function previewOfTornLine(text: string): string | undefined {
  const start = beginning.exec(text)?.[0].length;
  return start === undefined ? undefined : tornString(text, start);
}
