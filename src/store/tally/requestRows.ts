import { append } from '#base/append.ts';
import { isAmount } from '#base/format.ts';
import { totalUsageId, type SessionEvent, type UsageEvent } from '#core/events/event.ts';
import { beyond, noUsage, sentOf, sumOf, tokensOf, type Usage } from '#core/events/usage.ts';
import type { IsOther } from './copiedStart.ts';
import type { ModelsByLine } from './modelsByLine.ts';
import { PackedRows } from './packed.ts';
import { timeNumber } from './quarters.ts';

/** Amounts of money are whole numbers of these. */
export const dollar = 1e10;
/** Of one answer; no model makes as many at a time. */
const mostCalls = 1_000;

/** Some of what a request used, which was not told before. */
interface Used {
  readonly line: number;
  readonly time: number | undefined;
  readonly usage: Usage;
  /** What stands for the answer in all copies of it; 0 if nothing does. */
  readonly key: number;
  /** Tokens of the context that earlier parts of the same request had. */
  readonly earlier: number;
  /** Numbers of the tools that the answer calls; it grows while the answer is told. */
  readonly calls: readonly number[];
}

/** What the requests of a log used, and what they called. */
export class RequestRows {
  readonly #used: Used[] = [];
  /** Usage that is told again with more of the same answer, by its ID, and its calls. */
  readonly #told = new Map<string, { readonly usage: Usage; readonly calls: number[] }>();
  #summed = noUsage;
  /** Calls of an answer whose usage was not told yet; or commands of the user's own, which a prompt ends. */
  #waiting: number[] = [];

  /** @param keyOf an answer's ID. */
  constructor(private readonly keyOf: (id: string) => number) {}

  /** @param called tools on the line, by the places of their calls among its events. */
  look(
    events: readonly SessionEvent[],
    line: number,
    time: number | undefined,
    called: readonly (number | undefined)[],
  ): void {
    let calls: number[] | undefined;
    for (const [at, event] of events.entries()) {
      const tool = called[at];
      if (tool !== undefined) {
        this.#waiting.push(tool);
      } else if (event.kind === 'userMessage' && event.queued === undefined) {
        this.#waiting.length = 0;
      } else if (event.kind === 'usage' && isUsage(event.usage)) {
        calls = this.#take(event, line, time);
        this.#moveTo(calls);
      }
    }
    // Usage of an answer may stand before its calls.
    this.#moveTo(calls);
  }

  packed(models: ModelsByLine, isOther: IsOther): string {
    const rows = new PackedRows();
    for (const { line, time, usage, key, earlier, calls } of this.#used) {
      if (!isOther(line, time)) {
        const { input, output, cacheRead, cacheWrite, cacheWriteLong = 0, cost } = usage;
        rows.add(
          line,
          timeNumber(time),
          models.numberAt(line),
          key,
          Math.round(earlier),
          Math.round(input),
          Math.round(output),
          Math.round(cacheRead),
          Math.round(cacheWrite),
          Math.round(cacheWriteLong),
          Math.round(cost * dollar),
          calls.length,
        );
        rows.addMore(calls);
      }
    }
    return rows.toString();
  }

  /** @returns the calls of the answer that an event is of; undefined if it tells nothing new. */
  #take(event: UsageEvent, line: number, time: number | undefined): number[] | undefined {
    const { id, usage, isBase, isSum } = event;
    if (isSum === true) {
      return this.#add({ line, time, usage: beyond(usage, this.#summed), key: 0, earlier: 0 }, []);
    }
    const known = id === undefined ? undefined : this.#told.get(id);
    const isAnswer = id !== undefined && id !== totalUsageId;
    const calls = isAnswer && known !== undefined ? known.calls : [];
    if (isBase !== true && known !== undefined && usage.output <= known.usage.output) {
      return isAnswer ? calls : undefined;
    }
    if (id !== undefined) {
      this.#told.set(id, { usage, calls });
      if (isBase === true) {
        return undefined;
      }
    }
    const more = known === undefined ? usage : sumOf(usage, known.usage, -1);
    const earlier = isAnswer && known !== undefined ? sentOf(known.usage) : 0;
    const key = isAnswer ? this.keyOf(id) : 0;
    return this.#add({ line, time, usage: more, key, earlier }, calls);
  }

  #add(used: Omit<Used, 'calls'>, calls: number[]): number[] | undefined {
    this.#summed = sumOf(this.#summed, used.usage, 1);
    this.#used.push({ ...used, calls });
    return tokensOf(used.usage) > 0 || used.usage.cost > 0 ? calls : undefined;
  }

  #moveTo(calls: number[] | undefined): void {
    if (calls !== undefined) {
      append(calls, this.#waiting.slice(0, Math.max(0, mostCalls - calls.length)));
      this.#waiting.length = 0;
    }
  }
}

function isUsage(usage: Usage): boolean {
  return Object.values(usage).every(isAmount);
}
