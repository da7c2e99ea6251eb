import type { LineGlance, LineGlances } from '../adapter.ts';
import { glancedStart, glancedText } from '../glancedText.ts';

/** A message as pi writes its keys in all versions. */
const message =
  /^\{"type":"message",(?:"id":"[^"\\]*","parentId":(?:"[^"\\]*"|null),)?"timestamp":"[^"\\]*","message":\{"role":"(?:(user)","content":\[\{"type":"text","text":"|(assistant)","content":\[|toolResult",)/;
const header =
  /^\{"type":"session","version":(?:[2-9]|[1-9]\d{1,9}),"id":"([^"\\]+)","timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))","cwd":"((?:[^"\\]|\\.)+)"\}$/;
/** Its own date stands last. */
const answeredAt = /,"stopReason":"[^"\\]*","timestamp":(0|[1-9]\d{0,14})\}\}$/;
const askedAt = /\],"timestamp":(0|[1-9]\d{0,14})\}\}$/;
const messageEnd = /^\}\],"timestamp":\d+\}\}$/;

const noChange: LineGlance = {};

export const glances: LineGlances = {
  mark: '{"type":"message",',
  read: (start, end) => {
    const found = end.endsWith('}}') ? message.exec(start) : null;
    if (found === null) {
      return start.length === end.length ? headerIn(start) : undefined;
    }
    const [whole, user, assistant] = found;
    if (user !== undefined) {
      const rest = start.length === end.length ? messageEnd : undefined;
      const text = glancedText(start, whole.length, rest);
      const date = askedAt.exec(end)?.[1];
      return text === undefined || date === undefined
        ? undefined
        : { changedAt: Number(date), event: { kind: 'userMessage', text } };
    }
    if (assistant !== undefined) {
      const date = answeredAt.exec(end)?.[1];
      return date === undefined ? undefined : { changedAt: Number(date) };
    }
    return noChange;
  },
};

function headerIn(line: string): LineGlance | undefined {
  const [, id, date, folder] = header.exec(line) ?? [];
  const event = glancedStart(id, date, folder);
  return event === undefined ? undefined : { event };
}
