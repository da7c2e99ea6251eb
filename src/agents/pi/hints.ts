import { previewAfter } from '../toolbox/tornString.ts';

const start =
  /^\{"type":"message",(?:"id":"[^"\\]*","parentId":(?:null|"[^"\\]*"),)?"timestamp":"[^"\\]*","message":\{"role":"(user|assistant)","content":\[/;
/** The message's own date comes last. */
const ends = {
  user: /\],"timestamp":(\d{1,15})\}\}$/,
  assistant: /,"stopReason":"[^"\\]*","timestamp":(\d{1,15})\}\}$/,
} as const;

/** The date of a line with a message, as pi writes it in all versions; see `LogHints`. */
export function changeIn(line: string): number | undefined {
  const role = start.exec(line)?.[1];
  const end = role === 'user' || role === 'assistant' ? ends[role] : undefined;
  const date = end?.exec(line.slice(-200))?.[1];
  return date === undefined || line.includes('{"type":"message",', 1) ? undefined : Number(date);
}

/** A line with a user's message starts like this in all versions of pi. */
export const previewOfTornLine = previewAfter(
  /^\uFEFF?\s*\{\s*"type"\s*:\s*"message"\s*,(?:\s*"(?:id|parentId|timestamp)"\s*:\s*(?:"[^"\\]*"|null)\s*,){0,3}\s*"message"\s*:\s*\{\s*"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*(?:\[\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*)?"/,
);
