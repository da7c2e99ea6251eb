import type { SessionEvent } from '#core/events/event.ts';
import { hash52 } from './hash52.ts';
import { PackedRows, RowReader } from './packed.ts';

/** Numbers that are held of all logs; what is copied after so many counts again. */
const mostPrints = 2_000_000;

/** Whether a line is known to be another session's. @param time of the line. */
export type IsOther = (line: number, time: number | undefined) => boolean;

/** A number stands for a record of a log and all before it. */
export interface Print {
  readonly line: number;
  readonly print: number;
  /** The record is known to be another session's. */
  readonly isOthers: boolean;
}

/**
 * What tells with how much of its beginning a log repeats what was counted in another: a copy, or a fork that
 * names no parent. Records count by what they say and when; IDs may be new, and headers are.
 */
export class Prints {
  readonly #all: { readonly line: number; readonly time: number; readonly print: number }[] = [];
  #print = 0;

  /** @param time of the line; what is not dated may be said twice. */
  add(events: readonly SessionEvent[], line: number, time: number | undefined): void {
    if (time === undefined) {
      return;
    }
    const before = this.#print;
    for (const event of events) {
      const text = textOf(event);
      this.#print = text === undefined ? this.#print : hash52(text, this.#print, time);
    }
    if (this.#print !== before) {
      this.#all.push({ line, time, print: this.#print });
    }
  }

  /** Each with its line and whether it is another session's. */
  packed(isOther: IsOther): string {
    const rows = new PackedRows();
    for (const { line, time, print } of this.#all) {
      rows.add(line, print, isOther(line, time) ? 1 : 0);
    }
    return rows.toString();
  }
}

export function printsIn(packed: string): readonly Print[] {
  const prints: Print[] = [];
  for (const rows = new RowReader(packed); rows.next();) {
    const { line } = rows;
    prints.push({ line, print: rows.number(), isOthers: rows.number() === 1 });
  }
  return prints;
}

/**
 * The last line of a log's beginning that was counted in other logs, 0 if none was.
 *
 * @param counted what was counted in all logs so far.
 */
export function repeatedLines(prints: readonly Print[], counted: ReadonlySet<number>): number {
  let last = 0;
  for (const { line, print, isOthers } of prints) {
    if (counted.has(print)) {
      last = line;
    } else if (!isOthers) {
      break;
    }
  }
  return last;
}

/** Holds what was counted, so that its copies are known. */
export function holdPrints(prints: readonly Print[], counted: Set<number>): void {
  for (const { print, isOthers } of prints) {
    if (counted.size < mostPrints && !isOthers) {
      counted.add(print);
    }
  }
}

/** Code units of a text that tell it from others. */
const printLength = 200;

/** What tells an event from others, in few characters. */
function textOf(event: SessionEvent): string | undefined {
  switch (event.kind) {
    case 'userMessage':
    case 'userReply':
      return ['user', event.text.length, event.text.slice(0, printLength)].join(' ');
    case 'assistantText':
    case 'thinking':
      return ['said', event.text.length].join(' ');
    case 'toolCall':
      return ['call', event.name.slice(0, printLength)].join(' ');
    case 'toolResult':
      return 'result';
    case 'shellRun':
      return event.phase === 'end'
        ? undefined
        : ['run', event.command.slice(0, printLength)].join(' ');
    case 'usage': {
      const { input, output, cacheRead, cacheWrite } = event.usage;
      return ['usage', input, output, cacheRead, cacheWrite].join(' ');
    }
    default:
      return undefined;
  }
}
