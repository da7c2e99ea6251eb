import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { benchLog, homeOf } from '../data/benchData.ts';
import { compare, type Timed } from '../measure.ts';
import { growthRow, type BenchRow, type TimedShare } from '../row.ts';
import { newStore } from './store.ts';

const small = 1e6;
const line = '{"seq":999999,"kind":"user_message","user_message":{"content":"One line more"}}\n';

const timedAppend: TimedShare = async (scale, share) =>
  appended(await benchLog('keen', scale.huge * share));

/** Time from a line being in the file to its row, in an open session. */
async function appended(path: string): Promise<Timed> {
  const { store } = newStore(homeOf(path));
  const { size } = statSync(path);
  store.open(path);
  await store.whole(path);
  const reader = store.reader(path);
  return {
    prepare: () => {
      appendFileSync(path, line);
    },
    run: () => {
      const { rows: total } = reader.refresh();
      const [row] = reader.rows('all', total - 1, 1).rows;
      if (row?.kind !== 'user' || row.text.text !== 'One line more') {
        throw new Error('The new row is not the last.');
      }
    },
    end: () => {
      truncateSync(path, size);
    },
  };
}

const title = 'one line appended until its row is there, 1 GB';

export const appendRow: BenchRow = {
  name: 'append',
  title,
  against: 'the same of 1 MB',
  unit: 'ms',
  target: 1.5,
  async find(scale) {
    const bare = await appended(await benchLog('keen', small));
    return compare(await timedAppend(scale, 1), bare, 10 * scale.runs);
  },
};

export const appendGrowth = growthRow('append', title, timedAppend);
