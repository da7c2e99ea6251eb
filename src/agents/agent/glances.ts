import type { LineGlance, LineGlances } from '../adapter.ts';
import { epochMs } from '../dateTime.ts';
import { glancedStart, glancedText } from '../glancedText.ts';

/** Lines as Go writes them. */
const message =
  /^\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))","role":"[a-z_]+","message":\{"role":"(?:(user)","content":\[\{"type":"text","text":"|(?:assistant|tool_result)",)/;
const header =
  /^\{"type":"session","id":"([^"\\]+)","version":1,"timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))","cwd":"((?:[^"\\]|\\.)+)"\}$/;
const messageEnd = /^\}\](?:,"timestamp":\d+)?\}\}$/;

export const glances: LineGlances = {
  mark: '{"type":"message",',
  read: (start, end) => {
    const found = end.endsWith('}}') ? message.exec(start) : null;
    const isWhole = start.length === end.length;
    if (found === null) {
      return isWhole ? headerIn(start) : undefined;
    }
    const [whole, date, user] = found;
    const changedAt = epochMs(date);
    if (changedAt === undefined || user === undefined) {
      return changedAt === undefined ? undefined : { changedAt };
    }
    const text = glancedText(start, whole.length, isWhole ? messageEnd : undefined);
    return text === undefined ? undefined : { changedAt, event: { kind: 'userMessage', text } };
  },
};

function headerIn(line: string): LineGlance | undefined {
  const [, id, date, folder] = header.exec(line) ?? [];
  const event = glancedStart(id, date, folder);
  return event === undefined ? undefined : { changedAt: event.createdAt, event };
}
