import { sentOf } from '#core/events/usage.ts';
import type { SessionNumbers } from '#core/numbers/numbers.ts';
import type { Tool } from '#core/numbers/times.ts';
import { spendingOn, type PriceSources } from '#core/prices/spending.ts';
import { holdPrints, printsIn, repeatedLines } from '../tally/copiedStart.ts';
import type { LogTally } from '../tally/logTally.ts';
import { RowReader } from '../tally/packed.ts';
import { timeOf } from '../tally/quarters.ts';
import { dollar } from '../tally/requestRows.ts';
import { workKinds } from '../tally/workRows.ts';
import { Cells } from './cells.ts';
import { TimeCells } from './timeCells.ts';

/** What was counted so far, over all logs: a copy of a session repeats it. */
export interface Counted {
  /** Answers, records and costs, by what stands for them. */
  readonly keys: Set<number>;
  /** See `Print`. */
  readonly starts: Set<number>;
}

export function nothingCounted(): Counted {
  return { keys: new Set(), starts: new Set() };
}

/**
 * Counts what was done in one log by day and model, without what was counted in others. Whether it was just read or
 * kept from an earlier reading makes no difference: both come by the same way.
 *
 * @param prices of what the log tells no cost of; undefined if that was told elsewhere.
 */
export function countTally(
  tally: LogTally,
  { keys, starts }: Counted,
  isSubAgent: boolean,
  prices: PriceSources | undefined,
): Pick<SessionNumbers, 'cells' | 'times' | 'tools' | 'slow'> {
  const prints = printsIn(tally.prints);
  const repeated = repeatedLines(prints, starts);
  const own = new Set<number>();
  const isNew = (line: number, key: number) => {
    if (key !== 0) {
      own.add(key);
    }
    return line > repeated && !keys.has(key);
  };
  const sums: Sums = {
    cells: new Cells(tally.date, isSubAgent),
    times: new TimeCells(isSubAgent),
    isNew,
  };
  countUsage(tally, prices && { ...prices, date: tally.date }, sums);
  countWork(tally, sums);
  countSpans(tally, sums);
  const slow = tally.slow
    .filter(({ line, key }) => !isSubAgent && line > repeated && !keys.has(key))
    .map(({ line: _line, key: _key, ...call }) => call);
  for (const key of own) {
    keys.add(key);
  }
  holdPrints(prints, starts);
  const { cells, times } = sums;
  return { cells: cells.all(), times: times.times, tools: times.tools, slow };
}

interface Sums {
  readonly cells: Cells;
  readonly times: TimeCells;
  /** Whether what a line has was not counted in another log. */
  readonly isNew: (line: number, key: number) => boolean;
}

function countUsage(
  { usage: packed, models, tools }: LogTally,
  prices: PriceSources | undefined,
  { cells, times, isNew }: Sums,
): void {
  for (const rows = new RowReader(packed); rows.next();) {
    const time = timeOf(rows.number());
    const model = models[rows.number()] ?? '';
    const key = rows.number();
    const earlier = rows.number();
    const usage = {
      input: rows.number(),
      output: rows.number(),
      cacheRead: rows.number(),
      cacheWrite: rows.number(),
      cacheWriteLong: rows.number(),
      cost: rows.number() / dollar,
    };
    const calls: Tool[] = [];
    for (let left = rows.number(); left > 0 && rows.hasMore; left -= 1) {
      calls.push(tools[rows.number()] ?? { name: '' });
    }
    if (isNew(rows.line, key)) {
      const spending =
        prices === undefined
          ? usage
          : spendingOn(usage, earlier + sentOf(usage), { model, time }, prices);
      cells.add(time, model, spending);
      times.addCost(cells.dayOf(time), calls, spending);
    }
  }
}

function countWork({ work, models, tools }: LogTally, { cells, times, isNew }: Sums): void {
  for (const rows = new RowReader(work); rows.next();) {
    const time = timeOf(rows.number());
    const model = models[rows.number()] ?? '';
    const isCounted = isNew(rows.line, rows.number());
    const kind = workKinds[rows.number()];
    const tool = tools[rows.number()] ?? { name: '' };
    const lasted = rows.number();
    if (isCounted && kind === 'prompt') {
      cells.add(time, model, { prompts: 1 });
    } else if (isCounted) {
      const isFailed = kind === 'failedCall';
      cells.add(time, model, { calls: 1, failed: isFailed ? 1 : 0 });
      times.addRun(cells.dayOf(time), tool, isFailed, lasted === 0 ? undefined : lasted - 1);
    }
  }
}

function countSpans({ spans }: LogTally, { cells, times, isNew }: Sums): void {
  for (const rows = new RowReader(spans); rows.next();) {
    const day = cells.dayOf(timeOf(rows.number()));
    const isCounted = isNew(rows.line, rows.number());
    const part = rows.number();
    const ms = rows.number();
    if (isCounted) {
      times.addSpan(day, part, ms);
    }
  }
}
