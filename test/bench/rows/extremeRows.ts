import { benchFile, homeOf, project } from '../data/benchData.ts';
import { compare, type Finding } from '../measure.ts';
import type { BenchRow, Scale } from '../row.ts';
import { parseBare } from './bare.ts';
import { newStore } from './store.ts';

const start = `{"seq":1,"kind":"session_started","session_started":{"session_id":"f0","created_at":"2026-07-20T09:15:04Z","cwd":"${project}"}}\n`;

/** Extreme logs. A tiny line also takes places in the index, which cost more than its JSON. */
export const extremeRows: readonly BenchRow[] = [
  extremeRow('long-line', 'open: a single line of 256 MB', 1.5, longLine),
  extremeRow('tiny-lines', 'open: 5 million tiny lines', 3, tinyLines),
];

function extremeRow(
  name: string,
  title: string,
  target: number,
  log: (scale: Scale) => Promise<string>,
): BenchRow {
  return {
    name,
    title,
    against: 'read and JSON.parse every line',
    unit: 'ms',
    target,
    async find(scale): Promise<Finding> {
      const path = await log(scale);
      const home = homeOf(path);
      const open = async () => {
        const { store } = newStore(home);
        const state = (await store.whole(path)).state();
        if (!state.complete || state.problems.lost > 0) {
          throw new Error(`${path} was not read whole.`);
        }
      };
      const runs = Math.min(3, scale.runs);
      return compare({ run: open }, { run: () => parseBare(path) }, runs);
    },
  };
}

function longLine({ quick }: Scale): Promise<string> {
  const bytes = quick ? 32e6 : 256e6;
  return benchFile(`long-line-${bytes}`, 'Making a log of one long line', (write) => {
    write(start);
    write('{"seq":2,"kind":"user_message","user_message":{"content":"Print it all"}}\n');
    write('{"seq":3,"kind":"assistant_turn","assistant_turn":{"transcript":[');
    const output = 'All work and no play \\u003cp\\u003e\\n\\t\\"quoted\\" text. '.repeat(2_000);
    const item = `{"kind":"bash","bash":{"command":"yes","output":"${output}","duration_ns":1}}`;
    for (let length = 0; length < bytes; length += item.length + 1) {
      write(`${length === 0 ? '' : ','}${item}`);
    }
    write('],"message":"Done."}}\n');
  });
}

function tinyLines({ quick }: Scale): Promise<string> {
  const count = quick ? 500_000 : 5_000_000;
  return benchFile(`tiny-lines-${count}`, 'Making a log of tiny lines', (write) => {
    write(start);
    for (let seq = 2; seq <= count; seq += 1) {
      write(
        seq % 2 === 0
          ? `{"seq":${seq},"kind":"user_message","user_message":{"content":"Go on"}}\n`
          : `{"seq":${seq},"kind":"assistant_turn","assistant_turn":{"message":"Yes"}}\n`,
      );
    }
  });
}
