import type { LineGlance, LineGlances } from '../adapter.ts';
import { dashedTime } from './dashedTime.ts';

/** An answer or a tool's output: keys in any order, as Lua writes them, and the role before the content. */
const message =
  /^\{((?:"(?:id|parent-id|timestamp|type)":"[^"\\]*",)*)"message":\{(?:"(?:api|model|provider|stop-reason|tool-call-id|tool-name)":"[^"\\]*",|"timestamp":\d+,|"is-error\?":(?:true|false),)*"role":"(?:assistant|tool-result)",/;
const dateBefore = /"timestamp":"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)"/;
const dateAfter = /\},"timestamp":"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)"\}$/;

export const glances: LineGlances = {
  mark: '"type":"message"',
  read: (start, end): LineGlance | undefined => {
    const before = message.exec(start)?.[1];
    if (before?.includes('"type":"message"') !== true) {
      return undefined;
    }
    const date = end.endsWith('}}') ? dateBefore.exec(before) : dateAfter.exec(end);
    const changedAt = dashedTime(date?.[1]);
    return changedAt === undefined ? undefined : { changedAt };
  },
};
