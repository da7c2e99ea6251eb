import { benchHome, benchLog } from '../data/benchData.ts';
import { median, type BenchRow } from '../row.ts';
import type { Turn } from '../vscode/recordTurns.ts';

/** Later, because the other rows need not load what packages an extension and drives VS Code. */
const window = () => import('../vscode/window.ts');

/** A frame at 60 Hz: longer turns are noticeable. */
const frameMs = 16;

const clickRow: BenchRow = {
  name: 'click-to-rows',
  title: 'from a click in the list until rows are drawn, 200 MB',
  against: 'the same of 1 MB',
  unit: 'ms',
  target: 1.5,
  async measure({ runs, large }) {
    const logs = [await benchLog('keen', large), await benchLog('keen', 1e6)];
    const homes = logs.map(({ home }) => home);
    const { inWindow, packageExtension } = await window();
    await packageExtension();
    const times: [number[], number[]] = [[], []];
    await inWindow(homes, { sessions: homes.length, isRecorded: false }, async (view) => {
      await view.show(homes.length);
      // The first of each does not count. The row count identifies the line.
      const [first, second] = [await view.open(0), await view.open(1)];
      const lines = first.rows > second.rows ? ([0, 1] as const) : ([1, 0] as const);
      for (let run = 0; run < 2 * runs; run += 1) {
        const turns = run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        for (const turn of turns) {
          times[turn].push((await view.open(lines[turn])).ms);
        }
      }
    });
    return { value: median(times[0]), baseline: median(times[1]) };
  },
};

const turnsRow: BenchRow = {
  name: 'host-turns',
  title:
    'longest turn of the extension host with a part of ours: list 10,000 sessions, open 200 MB',
  against: 'a frame',
  unit: 'ms',
  target: 1,
  async measure({ sessions, large, windows }) {
    const { home } = await benchHome(sessions);
    const log = await benchLog('keen', large);
    const { inWindow, packageExtension } = await window();
    await packageExtension();
    const own: Turn[] = [];
    const bare: Turn[] = [];
    for (let run = 0; run < windows; run += 1) {
      const job = { sessions: sessions + 1, isRecorded: true };
      const turns = await inWindow([home, log.home], job, async (view) => {
        await view.show(1);
        // The newest is the long one.
        await view.open(0);
      });
      const ours = turns.used.filter(({ isOwn }) => isOwn);
      if (ours.length === 0) {
        throw new Error('No turn with a part of ours was recorded.');
      }
      own.push(longest(ours));
      bare.push(longest(turns.rest));
    }
    const value = middle(own);
    const note = `mostly ${value.mostly}; the host at rest: ${middle(bare).ms.toFixed(1)} ms`;
    return { value: value.ms, baseline: frameMs, note };
  },
};

const none: Turn = { ms: 0, isOwn: false, mostly: 'nothing' };

function longest(turns: readonly Turn[]): Turn {
  return turns.reduce((most, turn) => (turn.ms > most.ms ? turn : most), none);
}

function middle(turns: readonly Turn[]): Turn {
  return [...turns].sort((a, b) => a.ms - b.ms)[turns.length >> 1] ?? none;
}

export const windowRows: readonly BenchRow[] = [clickRow, turnsRow];
