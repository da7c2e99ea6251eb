import { epochMs, isDateTime } from '../toolbox/dateTime.ts';
import { previewAfter } from '../toolbox/tornString.ts';

const start =
  /^\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"([^"\\]*)","role":"[^"\\]*","message":\{"role":"(?:user|assistant|tool_result)",/;

/** The date of a line with a message, as Go writes it; see `LogHints`. */
export function changeIn(line: string): number | undefined {
  const date = start.exec(line)?.[1];
  return date !== undefined &&
    isDateTime(date) &&
    line.endsWith('}}') &&
    !line.includes('{"type":"message",', 1)
    ? epochMs(date)
    : undefined;
}

/** A line with a user's message starts like this: Go writes keys in a fixed order, text before images. */
export const previewOfTornLine = previewAfter(
  /^\uFEFF?\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"[^"\\]*","role":"user","message":\{"role":"user","content":\[\{"type":"text","text":"/,
);
