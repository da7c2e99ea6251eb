import type { LineGlance, LineGlances } from '../adapter.ts';
import { epochMs } from '../dateTime.ts';

/** An answer or a tool's output as Go writes it. */
const message =
  /^\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))","role":"(?:assistant|tool_result)","message":\{"role":"(?:assistant|tool_result)",/;

export const glances: LineGlances = {
  mark: '{"type":"message",',
  read: (start, end): LineGlance | undefined => {
    const changedAt = end.endsWith('}}') ? epochMs(message.exec(start)?.[1]) : undefined;
    return changedAt === undefined ? undefined : { changedAt };
  },
};
