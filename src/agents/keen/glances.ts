import type { LineGlance, LineGlances } from '../adapter.ts';
import { glancedStart, glancedText } from '../glancedText.ts';
import { skillStart } from './messageText.ts';

/** Lines as Go writes them. An answer is long, and for the list only a number. */
const answer = /^\{"seq":(0|[1-9]\d{0,14}),"kind":"assistant_turn","assistant_turn":\{"/;
const message = /^\{"seq":(0|[1-9]\d{0,14}),"kind":"user_message","user_message":\{"content":"/;
const started =
  /^\{"seq":(0|[1-9]\d{0,14}),"kind":"session_started","session_started":\{"session_id":"([^"\\]+)","created_at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))","cwd":"((?:[^"\\]|\\.)+)"\}\}$/;
const messageEnd = /^\}\}$/;

export const glances: LineGlances = {
  mark: '{"seq":',
  read: (start, end) => {
    if (!end.endsWith('}}')) {
      return undefined;
    }
    const number = answer.exec(start)?.[1];
    return number === undefined
      ? (messageIn(start, start.length === end.length) ?? startIn(start, end))
      : { seq: Number(number) };
  },
};

function messageIn(start: string, isWhole: boolean): LineGlance | undefined {
  const found = message.exec(start);
  const text =
    found === null
      ? undefined
      : glancedText(start, found[0].length, isWhole ? messageEnd : undefined);
  return text === undefined || text.startsWith(skillStart)
    ? undefined
    : { seq: Number(found?.[1]), event: { kind: 'userMessage', text } };
}

function startIn(start: string, end: string): LineGlance | undefined {
  const found = start.length === end.length ? started.exec(start) : null;
  const [, number, id, date, folder] = found ?? [];
  const event = glancedStart(id, date, folder);
  return event === undefined ? undefined : { seq: Number(number), event };
}
