import type { SessionEvent } from '#core/events/event.ts';

/** Numbers that are held of all logs; what is copied after so many counts again. */
const mostPrints = 2_000_000;

/** What was counted in all logs so far: each number stands for a record and all before it. */
export type CountedStarts = Set<number>;

type IsOthers = (line: number, time: number) => boolean;

/**
 * Finds with how much of its beginning a log repeats what was counted in another: a copy, or a fork that
 * names no parent. Records count by what they say and when; IDs may be new, and headers are.
 */
export class CopiedStart {
  readonly #prints: { readonly line: number; readonly time: number; readonly print: number }[] = [];
  #print = 0;

  constructor(private readonly counted: CountedStarts) {}

  /**
   * Lines of the log's beginning that were counted in another.
   *
   * @param isOthers whether a line is known to be another session's.
   */
  lines(isOthers: IsOthers): number {
    let last = 0;
    for (const { line, time, print } of this.#prints) {
      if (this.counted.has(print)) {
        last = line;
      } else if (!isOthers(line, time)) {
        break;
      }
    }
    return last;
  }

  /** @param time of the line; what is not dated may be said twice. */
  add(events: readonly SessionEvent[], line: number, time: number | undefined): void {
    if (time === undefined) {
      return;
    }
    const before = this.#print;
    for (const event of events) {
      const text = textOf(event);
      this.#print =
        text === undefined ? this.#print : printOf(text.slice(0, printLength), this.#print, time);
    }
    if (this.#print !== before) {
      this.#prints.push({ line, time, print: this.#print });
    }
  }

  /** Holds what was counted, so that its copies are known. */
  hold(isOthers: IsOthers): void {
    for (const { line, time, print } of this.#prints) {
      if (this.counted.size < mostPrints && !isOthers(line, time)) {
        this.counted.add(print);
      }
    }
  }
}

/** Code units of a text that tell it from others. */
const printLength = 200;

function textOf(event: SessionEvent): string | undefined {
  switch (event.kind) {
    case 'userMessage':
    case 'userReply':
      return ['user', event.text.length, event.text].join(' ');
    case 'toolCall':
      return ['call', event.name].join(' ');
    case 'toolResult':
      return 'result';
    case 'shellRun':
      return event.phase === 'end' ? undefined : ['run', event.command].join(' ');
    case 'usage': {
      const { input, output, cacheRead, cacheWrite } = event.usage;
      return ['usage', input, output, cacheRead, cacheWrite].join(' ');
    }
    default:
      return undefined;
  }
}

/** 52 bits, of two 32-bit hashes (FNV-1a, and with another factor). */
function printOf(text: string, before: number, time: number): number {
  let high = Math.floor(before / 2 ** 26) ^ 0x811c9dc5;
  let low = (before % 2 ** 26) ^ Math.floor(time / 2 ** 26);
  low = Math.imul(low ^ (time % 2 ** 26), 0x85ebca6b);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x9e3779b1) ^ (low >>> 15);
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6);
}
