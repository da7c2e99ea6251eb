import type { LineGlance, LineGlances } from '../adapter.ts';
import { glancedText } from '../glancedText.ts';
import { dashedTime } from './dashedTime.ts';

/** A message, keys in any order, as Lua writes them, but the role before the content. */
const message =
  /^\{((?:"(?:id|parent-id|timestamp|type)":"[^"\\]*",)*)"message":\{(?:"(?:api|model|provider|stop-reason|tool-call-id|tool-name)":"[^"\\]*",|"timestamp":\d+,|"is-error\?":(?:true|false),)*"role":"(?:assistant|tool-result|(user)","content":")/;
const dateBefore = /"timestamp":"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)"/;
const dateAfter = /\},"timestamp":"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)"\}$/;
const messageEnd = /^(?:,"timestamp":\d+)?\}(?:\}|,"timestamp":"[^"\\]*"\})$/;

export const glances: LineGlances = {
  mark: '"type":"message"',
  read: (start, end): LineGlance | undefined => {
    const [whole = '', before, user] = message.exec(start) ?? [];
    if (before?.includes('"type":"message"') !== true) {
      return undefined;
    }
    const date = end.endsWith('}}') ? dateBefore.exec(before) : dateAfter.exec(end);
    const changedAt = dashedTime(date?.[1]);
    if (changedAt === undefined || user === undefined) {
      return changedAt === undefined ? undefined : { changedAt };
    }
    const rest = start.length === end.length ? messageEnd : undefined;
    const text = glancedText(start, whole.length, rest);
    return text === undefined ? undefined : { changedAt, event: { kind: 'userMessage', text } };
  },
};
