import { benchHome, benchLog, homeOf } from '../data/benchData.ts';
import { median, type Finding } from '../measure.ts';
import type { BenchRow } from '../row.ts';
import { bareId } from '../vscode/bareExtension.ts';
import type { JobResult } from '../vscode/job.ts';
import type { Turn } from '../vscode/turnRecorder.ts';
import { BenchWindows } from '../vscode/window.ts';

/** What a frame lasts at 60 Hz: longer turns are felt. */
const frameMs = 16;
const mixed = { keen: 4, pi: 2, fen: 2, agent: 2 };

/** In windows, which cost ten seconds each. */
const windowRuns = (quick: boolean) => (quick ? 1 : 5);

const turnsRow: BenchRow = {
  name: 'host-turns',
  title: 'longest task of the extension host that is ours: list 10,000 sessions, open 200 MB',
  against: 'a frame',
  unit: 'ms',
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
  against: 'an extension that does nothing',
  unit: 'ms',
  target: Infinity,
  async find({ quick, runs }): Promise<Finding> {
    const { home } = await benchHome(250, mixed);
    const windows = await BenchWindows.open([home]);
    const found: Extract<JobResult, { kind: 'activation' }>[] = [];
    for (let run = 0; run < (quick ? 1 : runs); run += 1) {
      found.push(await windows.run({ kind: 'activation', bare: bareId }));
    }
    const middle = (of: 'product' | 'bare', part: 'load' | 'call') =>
      median(found.map((one) => one[of][part]));
    const note = `load ${middle('product', 'load')} + activate ${middle('product', 'call')} ms, bare ${middle('bare', 'load')} + ${middle('bare', 'call')} ms`;
    return {
      value: middle('product', 'load') + middle('product', 'call'),
      baseline: middle('bare', 'load') + middle('bare', 'call'),
      runs: found.length,
      note,
    };
  },
};

function longest(turns: readonly Turn[]): number {
  return Math.max(0, ...turns.map(({ ms }) => ms));
}

function shown({ ms, own, seen }: Turn): string {
  return `  ${ms.toFixed(1)} ms${own ? ' OURS' : ''} ${seen.join(', ')}`;
}

export const hostRows: readonly BenchRow[] = [turnsRow, activationRow];
