import { benchLog, homeOf, type Format } from '../data/benchData.ts';
import { compare, type Timed } from '../measure.ts';
import { growthRow, type BenchRow, type TimedShare } from '../row.ts';
import { newStore } from './store.ts';

const small = 1e6;
const pageRows = 50;

/** From a click to the first page's rows, without threads and VS Code. */
function timedFirstRows(format: Format): TimedShare {
  return async (scale, share) => firstRows(await benchLog(format, scale.huge * share));
}

export function firstRows(path: string): Timed {
  const home = homeOf(path);
  let close = () => undefined as unknown;
  return {
    run: () => {
      const { store } = newStore(home);
      close = () => {
        store.close(path);
      };
      store.open(path);
      const { rows } = store.reader(path).rows('all', 0, pageRows);
      if (rows.length < pageRows) {
        throw new Error(`Only ${rows.length} rows at first.`);
      }
    },
    finish: () => {
      close();
    },
  };
}

const title = 'first rows of a session, 1 GB';

export const firstRowsRow: BenchRow = {
  name: 'first-rows',
  title,
  against: 'the same of 1 MB',
  unit: 'ms',
  target: 1.5,
  async find(scale) {
    const bare = firstRows(await benchLog('keen', small));
    return compare(await timedFirstRows('keen')(scale, 1), bare, 4 * scale.runs);
  },
};

export const firstRowsGrowth = growthRow('first-rows', title, timedFirstRows('keen'));
