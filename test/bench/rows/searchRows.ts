import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { benchFile, benchHome, benchLog, homeOf, project } from '../data/benchData.ts';
import { rareName } from '../data/texts.ts';
import { compare, type Timed } from '../measure.ts';
import { growthRow, type BenchRow, type Scale, type TimedShare } from '../row.ts';
import { ripgrep } from './ripgrep.ts';
import { newStore } from './store.ts';

/** A few of them are as long as a log of the list’s rows can be; together a thousand are 0.25 GB. */
const median = 250_000;
const shares = { keen: 4, pi: 2, fen: 2, agent: 2 } as const;

function homeOfSize({ huge }: Scale, share = 1) {
  return benchHome(Math.round((4_000 * share * huge) / 1024e6), shares, median);
}

/** As in a window: the list was read before anybody searches. */
async function listed(home: string) {
  const { store } = newStore(home);
  const [listing] = await store.list([project]);
  return { store, paths: (listing?.sessions ?? []).map(({ path }) => path) };
}

interface Wanted {
  readonly query: string;
  readonly matchCase: boolean;
}

/** @param until ends the search at the first hits. */
async function hits(
  store: SessionStore,
  paths: readonly string[],
  { query, matchCase }: Wanted,
  until?: AbortController,
): Promise<number> {
  let rows = 0;
  const text = { query, matchCase, wholeWord: false, regex: false };
  const search = { text, rows: '', paths, most: Infinity, mostOfSession: 100 };
  const done = searchSessions(
    store,
    search,
    ({ sessions }) => {
      rows += sessions.reduce((sum, session) => sum + session.rows, 0);
      if (rows > 0) {
        until?.abort();
      }
      return Promise.resolve();
    },
    until?.signal,
  );
  await done.catch((error: unknown) => {
    if (until?.signal.aborted !== true) {
      throw error;
    }
  });
  return rows;
}

/** Stands in one session of 100 KB beside all others. */
const unheard = 'unheardOfQuail';

async function withUnheard({ store, paths }: Awaited<ReturnType<typeof listed>>) {
  const path = await benchFile('search-unheard', 'Making a log with a word of its own', (write) => {
    write(
      `{"seq":1,"kind":"session_started","session_started":{"session_id":"f0","created_at":"2026-07-20T09:15:04Z","cwd":"${project}"}}\n`,
    );
    for (let seq = 2; seq < 1_000; seq += 1) {
      const content = seq === 500 ? `Who is ${unheard}?` : 'Go on';
      write(`{"seq":${seq},"kind":"user_message","user_message":{"content":"${content}"}}\n`);
    }
  });
  store.choose(path);
  return { store, paths: [...paths, path], home: homeOf(path) };
}

function timedSearch(matchCase: boolean, query: string): TimedShare {
  return async (scale, share) => {
    const { home } = await homeOfSize(scale, share);
    const { store, paths } = await withUnheard(await listed(home));
    return { run: () => hits(store, paths, { query, matchCase }) };
  };
}

function searchRow(name: string, title: string, matchCase: boolean, query: string): BenchRow {
  return {
    name,
    title,
    against: `rg -c${matchCase ? '' : ' -i'} on the same files`,
    unit: 'ms',
    target: 2,
    async find(scale) {
      const rg = ripgrep();
      if (rg === undefined) {
        const note = 'No ripgrep: none on PATH and no VS Code server in the cache folder.';
        return { value: NaN, baseline: NaN, runs: 0, note };
      }
      const { home } = await homeOfSize(scale);
      const { paths, home: other } = await withUnheard(await listed(home));
      const timed = await timedSearch(matchCase, query)(scale, 1);
      const found = (await timed.run()) as number;
      const options = ['-c', '--hidden', '--no-ignore', ...(matchCase ? [] : ['-i'])];
      const bare: Timed = {
        run: () => spawnSync(rg, [...options, query, home, other], { encoding: 'utf8' }),
      };
      const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
      const note = `${found} rows in ${Math.round(bytes / 1e6)} MB`;
      return { ...(await compare(timed, bare, scale.runs)), note };
    },
  };
}

const firstRow: BenchRow = {
  name: 'search:first',
  title: 'first hits of a frequent word in 1 GB of sessions',
  against: 'the same in one session of 1 MB',
  unit: 'ms',
  target: 1.5,
  async find(scale) {
    const timed = async (home: string): Promise<Timed> => {
      const { store, paths } = await listed(home);
      const wanted = { query: 'the', matchCase: false };
      return { run: () => hits(store, paths, wanted, new AbortController()) };
    };
    const { home } = await homeOfSize(scale);
    const small = homeOf(await benchLog('keen', 1e6));
    return compare(await timed(home), await timed(small), 4 * scale.runs);
  },
};

export const searchRows: readonly BenchRow[] = [
  searchRow('search:all', 'search 1 GB of sessions', true, unheard),
  searchRow('search:case', 'search 1 GB of sessions, ignoring case', false, unheard.toUpperCase()),
  searchRow('search:many', 'search 1 GB of sessions for what one in ten has', false, rareName(7)),
  firstRow,
];

export const searchGrowth = growthRow(
  'search',
  'search 1 GB of sessions, ignoring case',
  timedSearch(false, unheard.toUpperCase()),
);
