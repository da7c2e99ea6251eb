import type { LineGlance, LineGlances } from '../adapter.ts';

/** An answer or a tool's output as pi writes its keys in all versions. */
const message =
  /^\{"type":"message",(?:"id":"[^"\\]*","parentId":(?:"[^"\\]*"|null),)?"timestamp":"[^"\\]*","message":\{"role":"(?:(assistant)","content":\[|toolResult",)/;
/** An answer's own date stands last. */
const date = /,"stopReason":"[^"\\]*","timestamp":(0|[1-9]\d{0,14})\}\}$/;

const noChange: LineGlance = {};

export const glances: LineGlances = {
  mark: '{"type":"message",',
  read: (start, end) => {
    const found = end.endsWith('}}') ? message.exec(start) : null;
    if (found === null) {
      return undefined;
    }
    if (found[1] === undefined) {
      return noChange;
    }
    const changedAt = date.exec(end)?.[1];
    return changedAt === undefined ? undefined : { changedAt: Number(changedAt) };
  },
};
