import { benchHome, benchLog, homeOf } from '../data/benchData.ts';
import { median, type Finding } from '../measure.ts';
import type { BenchRow } from '../row.ts';
import { bareId } from '../vscode/bareExtension.ts';
import { ClickToRows } from '../vscode/clickToRows.ts';
import type { JobResult } from '../vscode/job.ts';
import type { Turn } from '../vscode/turnRecorder.ts';
import { BenchWindows } from '../vscode/window.ts';

/** A frame at 60 Hz: longer turns are noticeable. */
const frameMs = 16;
const small = 1e6;
const mixed = { keen: 4, pi: 2, fen: 2, agent: 2 };

/** Number of windows, which take ten seconds each. */
const windowRuns = (quick: boolean) => (quick ? 1 : 5);

const turnsRow: BenchRow = {
  name: 'host-turns',
  title: 'longest task of the extension host that is ours: list 10,000 sessions, open 200 MB',
  against: 'a frame',
  unit: 'ms',
  isLong: true,
  target: 1,
  async find({ quick, sessions, large }): Promise<Finding> {
    const { home } = await benchHome(sessions, mixed);
    const log = await benchLog('keen', large);
    const windows = await BenchWindows.open([home, homeOf(log)]);
    const found = [];
    for (let run = 0; run < windowRuns(quick); run += 1) {
      found.push(await windows.run({ kind: 'turns', sessions, open: log }));
    }
    const own = found.map(({ list, open }) => longest([...list, ...open].filter((t) => t.own)));
    const bare = found.map(({ rest }) => longest(rest));
    const others = found.map(({ list, open }) => longest([...list, ...open]));
    if (process.env.SESSION_BROWSER_BENCH_SHOW !== undefined) {
      for (const part of ['rest', 'list', 'open'] as const) {
        const turns = found.flatMap((one) => one[part]).sort((a, b) => b.ms - a.ms);
        process.stderr.write(`${part}\n${turns.slice(0, 8).map(shown).join('\n')}\n`);
      }
    }
    const note = `the host at rest: ${median(bare).toFixed(1)} ms, all tasks: ${median(others).toFixed(1)} ms`;
    return { value: median(own), baseline: frameMs, runs: found.length, note };
  },
};

const activationRow: BenchRow = {
  name: 'activation',
  title: 'activation: load and run, as VS Code itself counts',
  against: 'a frame',
  unit: 'ms',
  isLong: true,
  target: 1,
  async find({ quick, runs }): Promise<Finding> {
    const { home } = await benchHome(250, mixed);
    const windows = await BenchWindows.open([home]);
    const found: Extract<JobResult, { kind: 'activation' }>[] = [];
    for (let run = 0; run < (quick ? 1 : runs); run += 1) {
      found.push(await windows.run({ kind: 'activation', bare: bareId }));
    }
    const middle = (of: 'product' | 'bare', part: 'load' | 'call') =>
      median(found.map((one) => one[of][part]));
    const sum = (of: 'product' | 'bare') => middle(of, 'load') + middle(of, 'call');
    const note =
      `load ${middle('product', 'load')} + activate ${middle('product', 'call')} ms; ` +
      `an extension that does nothing: ${sum('bare')} ms`;
    return { value: sum('product'), baseline: frameMs, runs: found.length, note };
  },
};

function longest(turns: readonly Turn[]): number {
  return Math.max(0, ...turns.map(({ ms }) => ms));
}

function shown({ ms, own, seen }: Turn): string {
  return `  ${ms.toFixed(1)} ms${own ? ' OURS' : ''} ${seen.join(', ')}`;
}

const clickRow: BenchRow = {
  name: 'click-to-rows',
  title: 'from a click on the list until rows are drawn, 200 MB',
  against: 'the same of 1 MB',
  unit: 'ms',
  isLong: true,
  target: 1.5,
  async find({ quick, runs, large }): Promise<Finding> {
    const logs = [await benchLog('keen', large), await benchLog('keen', small)];
    const windows = await BenchWindows.open(logs.map(homeOf));
    const times: [number[], number[]] = [[], []];
    const count = quick ? 2 : 2 * runs;
    await windows.run({ kind: 'list', sessions: logs.length }, async (page) => {
      const clicks = new ClickToRows(page);
      await clicks.untilListed(logs.length);
      // The first of each does not count. The row count identifies the line.
      const [first, second] = [await clicks.open(0), await clicks.open(1)];
      const lines = first.rows > second.rows ? ([0, 1] as const) : ([1, 0] as const);
      for (let run = 0; run < count; run += 1) {
        const turns = run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        for (const turn of turns) {
          times[turn].push((await clicks.open(lines[turn])).ms);
        }
      }
    });
    return { value: median(times[0]), baseline: median(times[1]), runs: count };
  },
};

export const hostRows: readonly BenchRow[] = [clickRow, turnsRow, activationRow];
