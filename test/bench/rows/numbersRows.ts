import { join } from 'node:path';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { temporaryFolder } from '../../vscode/children.mjs';
import { benchHome, project } from '../data/benchData.ts';
import { newStore } from '../product.ts';
import { timedRow, type BenchRow, type Scale } from '../row.ts';
import { parseBare } from './bare.ts';

/** As long as people’s sessions are. */
const median = 250_000;

function countedHome({ huge }: Scale) {
  return benchHome(Math.max(20, Math.round((1_000 * huge) / 1024e6)), median);
}

async function listed(store: SessionStore): Promise<readonly string[]> {
  const [listing] = await store.list([project]);
  return (listing?.sessions ?? []).map(({ path }) => path);
}

async function count(store: SessionStore, paths: readonly string[]): Promise<void> {
  const { looked, unread } = await readNumbers(store, paths, () => Promise.resolve());
  if (looked !== paths.length || unread > 0 || looked === 0) {
    throw new Error(`${unread} of ${looked} sessions could not be counted.`);
  }
}

const firstRow = timedRow({
  name: 'numbers:first',
  title: 'numbers of 250 MB of sessions, nothing saved',
  against: 'read and JSON.parse every line',
  target: 2,
  async tasks(scale) {
    const { home, paths } = await countedHome(scale);
    let store: SessionStore;
    let sessions: readonly string[];
    const value = {
      async prepare() {
        ({ store } = newStore(home));
        sessions = await listed(store);
      },
      run: () => count(store, sessions),
    };
    return { value, baseline: { run: () => paths.forEach(parseBare) } };
  },
});

const againRow = timedRow({
  name: 'numbers:again',
  title: 'the same in the next window',
  against: 'the same',
  target: 0.1,
  async tasks(scale) {
    const { home, paths } = await countedHome(scale);
    const summaries = join(temporaryFolder('bench'), 'summaries.jsonl');
    const first = newStore(home, summaries).store;
    await count(first, await listed(first));
    await first.saveSummaries();
    let store: SessionStore;
    let sessions: readonly string[];
    const value = {
      async prepare() {
        ({ store } = newStore(home, summaries));
        sessions = await listed(store);
      },
      run: () => count(store, sessions),
    };
    return { value, baseline: { run: () => paths.forEach(parseBare) } };
  },
});

export const numbersRows: readonly BenchRow[] = [firstRow, againRow];
