import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { benchHome, project } from '../data/benchData.ts';
import { compare, type Timed } from '../measure.ts';
import { growthRow, type BenchRow, type TimedShare } from '../row.ts';
import { listBare } from './bare.ts';
import { newStore } from './store.ts';

const mixed = { keen: 4, pi: 2, fen: 2, agent: 2 };
const against = 'readdir and stat of the same files';

async function listed(home: string, count: number): Promise<void> {
  check((await newStore(home).store.list([project]))[0]?.sessions.length, count);
}

function check(found: number | undefined, count: number): void {
  if (found !== count) {
    throw new Error(`${String(found)} sessions of ${count} were listed.`);
  }
}

const coldTitle = 'list sessions, nothing cached';
const coldList: TimedShare = async (scale, share) => {
  const count = scale.sessions * share;
  const { home } = await benchHome(count, mixed);
  return { run: () => listed(home, count) };
};

const coldRow: BenchRow = {
  name: 'list',
  title: coldTitle,
  against,
  unit: 'ms',
  target: 4,
  async find(scale) {
    const { paths } = await benchHome(scale.sessions, mixed);
    return compare(await coldList(scale, 1), { run: () => listBare(paths) }, scale.runs);
  },
};

const grownTitle = 'list again after one session grew';
const grownList: TimedShare = async (scale, share) => {
  const count = scale.sessions * share;
  const { home, paths } = await benchHome(count, mixed);
  const { store } = newStore(home);
  check((await store.list([project]))[0]?.sessions.length, count);
  const [path = ''] = paths;
  const { size } = statSync(path);
  return {
    prepare: async () => {
      truncateSync(path, size);
      await store.list([project]);
      appendFileSync(
        path,
        '{"seq":9999,"kind":"user_message","user_message":{"content":"More"}}\n',
      );
    },
    run: () => store.list([project]),
    finish: () => {
      truncateSync(path, size);
    },
  };
};

const grownRow: BenchRow = {
  name: 'list-grown',
  title: grownTitle,
  against,
  unit: 'ms',
  target: 1.5,
  async find(scale) {
    const { paths } = await benchHome(scale.sessions, mixed);
    const bare: Timed = { run: () => listBare(paths) };
    return compare(await grownList(scale, 1), bare, scale.runs);
  },
};

export const listRows: readonly BenchRow[] = [coldRow, grownRow];
export const listGrowth: readonly BenchRow[] = [
  growthRow('list', coldTitle, coldList),
  growthRow('list-grown', grownTitle, grownList),
];
