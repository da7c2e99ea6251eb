import { dashedTime } from './dashedTime.ts';

/** The keys beside the message are in any order, as Lua writes them. */
const before = /^\{(?:"(?:type|id|parent-id|timestamp)":"[^"\\]*",)*"message":\{/;
const after = /\}(?:,"(?:type|id|parent-id|timestamp)":"[^"\\]*")*\}$/;
const date = /"timestamp":"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)"/;
const mark = '"type":"message"';

/** The date of a line with a message; see `LogHints`. */
export function changeIn(line: string): number | undefined {
  const start = before.exec(line)?.[0];
  const end = start && after.exec(line.slice(-300))?.[0];
  if (start === undefined || end === undefined) {
    return undefined;
  }
  const outside = start + end;
  return outside.includes(mark) && line.indexOf(mark) === line.lastIndexOf(mark)
    ? dashedTime(date.exec(outside)?.[1])
    : undefined;
}
