import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchHome, project } from '../data/benchData.ts';
import { compare, shortRunsMs, type Timed } from '../measure.ts';
import { fullScale, growthRow, type BenchRow, type TimedShare } from '../row.ts';
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
  target: 5,
  async find(scale) {
    const { paths } = await benchHome(scale.sessions, mixed);
    return compare(
      await coldList(scale, 1),
      { run: () => listBare(paths) },
      scale.runs,
      shortRunsMs,
    );
  },
};

const firstScreenRow: BenchRow = {
  name: 'list-first',
  title: 'first screen of a list, nothing cached',
  against,
  unit: 'ms',
  target: 1.5,
  async find(scale) {
    const { home, paths } = await benchHome(scale.sessions, mixed);
    let all: Promise<unknown> | undefined;
    const first: Timed = {
      run: () =>
        new Promise<void>((resolve) => {
          all = newStore(home).store.list([project], undefined, () => {
            resolve();
            return Promise.resolve();
          });
        }),
      finish: () => all,
    };
    return compare(first, { run: () => listBare(paths) }, scale.runs, shortRunsMs);
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
    return compare(await grownList(scale, 1), bare, scale.runs, shortRunsMs);
  },
};

const cachedTitle = 'list with a cache from an earlier run';
const cachedList: TimedShare = async (scale, share) => {
  const count = scale.sessions * share;
  const { home } = await benchHome(count, mixed);
  const folder = mkdtempSync(join(tmpdir(), 'session-browser-test-'));
  const file = join(folder, 'summaries');
  const { store } = newStore(home, file);
  await store.list([project]);
  await store.saveSummaries();
  return {
    run: async () => {
      const { store: next, disk } = newStore(home, file);
      check((await next.list([project]))[0]?.sessions.length, count);
      check(disk.work.opened, 1);
    },
    end: () => {
      rmSync(folder, { recursive: true });
    },
  };
};

const cachedRow: BenchRow = {
  name: 'list-cached',
  title: cachedTitle,
  against,
  unit: 'ms',
  target: 2,
  async find(scale) {
    const { paths } = await benchHome(scale.sessions, mixed);
    const bare: Timed = { run: () => listBare(paths) };
    return compare(await cachedList(scale, 1), bare, scale.runs, shortRunsMs);
  },
};

const many = 5;
/** Short sessions: this many of the usual length would be nearly 2 GB. */
const shortSession = 3_000;

const manyRow: BenchRow = {
  name: 'list-50000',
  title: `list ${many} times as many sessions, for each session`,
  against: 'the same for 10,000 (quick: 2,000)',
  unit: 'ms',
  target: 1.2,
  async find(scale) {
    const count = scale.sessions;
    const few = await benchHome(count, mixed, shortSession);
    const all = await benchHome(count * many, mixed, shortSession);
    const { value, ...finding } = await compare(
      { run: () => listed(all.home, count * many) },
      { run: () => listed(few.home, count) },
      scale.runs,
    );
    return { ...finding, value: value / many, note: `${value.toFixed(0)} ms for all` };
  },
};

export const listRows: readonly BenchRow[] = [
  firstScreenRow,
  coldRow,
  grownRow,
  cachedRow,
  manyRow,
];
export const listGrowth: readonly BenchRow[] = [
  // 250 sessions take 7 ms, much of which is noise.
  growthRow('list', coldTitle, coldList, { sessions: fullScale.sessions }),
  growthRow('list-grown', grownTitle, grownList),
  growthRow('list-cached', cachedTitle, cachedList),
];
