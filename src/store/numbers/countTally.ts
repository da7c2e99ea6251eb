import type { SessionNumbers } from '#core/numbers/numbers.ts';
import { sentOf } from '#core/events/usage.ts';
import { spendingOn, type PriceSources } from '#core/prices/spending.ts';
import { Cells } from './cells.ts';
import { holdPrints, repeatedLines, type Print } from '../tally/copiedStart.ts';
import { dollar, quarter, workKinds, type LogTally } from '../tally/logTally.ts';
import { TimeCells } from './timeCells.ts';
import { unpack } from '../tally/packed.ts';

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
  const cells = new Cells(tally.date, isSubAgent);
  const times = new TimeCells(isSubAgent);
  const prints: Print[] = [];
  eachRow(tally.prints, 2, (line, [print = 0, isOthers = 0]) => {
    prints.push({ line, print, isOthers: isOthers === 1 });
  });
  const repeated = repeatedLines(prints, starts);
  const dated = prices && { ...prices, date: tally.date };
  const own = new Set<number>();
  const isNew = (line: number, key: number) => {
    if (key !== 0) {
      own.add(key);
    }
    return line > repeated && !keys.has(key);
  };
  const model = (number: number) => tally.models[number] ?? '';
  eachRow(tally.usage, 10, (line, row) => {
    const [time = 0, named = 0, key = 0, earlier = 0, input = 0, output = 0, cacheRead = 0] = row;
    const [cacheWrite = 0, cacheWriteLong = 0, cost = 0] = row.slice(7);
    if (isNew(line, key)) {
      const usage = { input, output, cacheRead, cacheWrite, cacheWriteLong, cost: cost / dollar };
      const asked = { model: model(named), time: timeOf(time) };
      const spending = dated && spendingOn(usage, earlier + sentOf(usage), asked, dated);
      cells.add(asked.time, asked.model, spending ?? usage);
    }
  });
  eachRow(tally.work, 7, (line, [time = 0, named = 0, key = 0, what = 0, , tool = 0, ms = 0]) => {
    if (isNew(line, key)) {
      const kind = workKinds[what];
      const isFailed = kind === 'failedCall';
      const call = { calls: 1, failed: isFailed ? 1 : 0 };
      cells.add(timeOf(time), model(named), kind === 'prompt' ? { prompts: 1 } : call);
      if (kind !== 'prompt') {
        const ran = ms === 0 ? undefined : ms - 1;
        times.addRun(cells.dayOf(timeOf(time)), tally.tools[tool] ?? { name: '' }, isFailed, ran);
      }
    }
  });
  eachRow(tally.spans, 4, (line, [time = 0, key = 0, part = 0, ms = 0]) => {
    if (isNew(line, key)) {
      times.addSpan(cells.dayOf(timeOf(time)), part, ms);
    }
  });
  const slow = tally.slow
    .filter(({ line, key }) => !isSubAgent && line > repeated && !keys.has(key))
    .map(({ line: _line, key: _key, ...call }) => call);
  for (const key of own) {
    keys.add(key);
  }
  holdPrints(prints, starts);
  return { cells: cells.all(), times: times.times, tools: times.tools, slow };
}

/** Epoch ms; undefined if nothing says when. */
function timeOf(number: number): number | undefined {
  return number === 0 ? undefined : (number - 1) * quarter;
}

/**
 * @param columns how many numbers follow each line's.
 * @param visit gets them in a list that is used again for the next.
 */
function eachRow(
  packed: string,
  columns: number,
  visit: (line: number, row: readonly number[]) => void,
): void {
  const numbers = unpack(packed);
  const row = Array.from({ length: columns }, () => 0);
  let line = 0;
  for (let at = 0; at < numbers.length; at += 1 + columns) {
    line += numbers[at] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      row[column] = numbers[at + 1 + column] ?? 0;
    }
    visit(line, row);
  }
}
