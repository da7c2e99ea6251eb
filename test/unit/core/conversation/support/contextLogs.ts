import type { DecodedLine, DecodeRecord } from '#core/events/decodedLine.ts';
import type { CompactionEvent, SessionEvent } from '#core/events/event.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import { user } from '../../../../support/sampleEvents.ts';

/** An entry of a log; `parent` is a line, 0 for a root. */
export interface Entry {
  readonly events: readonly SessionEvent[];
  readonly parent: number;
}

export const decode: DecodeRecord = (record): DecodedLine => {
  const { line, parent, events } = record as unknown as Entry & { readonly line: number };
  return {
    events,
    problems: [],
    link: { id: idOf(line), parentId: parent === 0 ? null : idOf(parent) },
  };
};

const idOf = (line: number) => `e${line}`;

export function indexed(log: readonly Entry[]): LogIndex {
  const index = new LogIndex(decode);
  log.forEach((entry, place) => {
    push(index, entry, place + 1);
  });
  return index;
}

export function push(index: LogIndex, { events, parent }: Entry, line: number): void {
  const value = { line, parent, events };
  index.push({ source: { line, offset: 0, length: 1 }, value });
}

export const said = (role: 'user' | 'assistant', text: string): SessionEvent =>
  role === 'user'
    ? user(text)
    : { kind: 'modelMessage', entry: { role, segments: [{ type: 'text', text }] } };
export const result = (text: string): SessionEvent => ({
  kind: 'modelMessage',
  entry: { role: 'user', segments: [{ type: 'toolResult', callId: 'c', text, isError: false }] },
});
export const compaction = (
  summary: string,
  from?: number,
  ifMissing: 'none' | 'ignore' = 'none',
): CompactionEvent => ({
  kind: 'compaction',
  trigger: 'manual',
  status: '',
  summary,
  replacement:
    summary === '' ? [] : [{ role: 'user', segments: [{ type: 'text', text: summary }] }],
  ...(from === undefined ? {} : { retained: { from: { id: idOf(from) }, ifMissing } }),
});
export const keepsPrompts = (summary: string, promptChars = Infinity): SessionEvent => ({
  ...compaction(summary),
  retained: { promptChars },
});
export const edit = (target: number, text: string | undefined): SessionEvent => ({
  kind: 'contextEdit',
  target: idOf(target),
  replacement: text === undefined ? undefined : [{ type: 'text', text }],
});
export const usage = (input: number): SessionEvent => ({
  kind: 'usage',
  usage: { input, output: 1, cacheRead: 20, cacheWrite: 3, cost: 0 },
});

/** Each entry follows the one before it. */
export const inARow = (...lines: readonly (readonly SessionEvent[])[]): Entry[] =>
  lines.map((events, place) => ({ events, parent: place }));
