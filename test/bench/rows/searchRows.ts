import { OpenSearches } from '#store/search/openSearches.ts';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { ensureCodeServer } from '../../vscode/codeServer.mjs';
import { benchHome, benchLog, project, rareWord, tenthWord } from '../data/benchData.ts';
import { rareName } from '../../support/logs/texts.ts';
import { newStore } from '../product.ts';
import { timedRow, type BenchRow, type Scale, type Timed } from '../row.ts';

/** The machine's ripgrep, or the one in every VS Code server. */
async function ripgrep(): Promise<string> {
  if (spawnSync('rg', ['--version']).status === 0) {
    return 'rg';
  }
  const { main } = await ensureCodeServer();
  const modules = join(main, '..', '..', 'node_modules', '@vscode');
  const found = [
    join(modules, 'ripgrep', 'bin', 'rg'),
    join(modules, 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`, 'rg'),
  ].find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(`There is no ripgrep: neither on PATH nor in ${modules}.`);
  }
  return found;
}

/** Counts the lines of files that hold a word. */
async function countedLines(word: string, path: string, options: readonly string[]) {
  const rg = await ripgrep();
  const args = ['-c', '--hidden', '--no-ignore', ...options, word, path];
  return {
    run: () => {
      const { status, stderr } = spawnSync(rg, args, { encoding: 'utf8' });
      if (status !== 0) {
        throw new Error(`ripgrep found no ${word} (${String(status)}) ${stderr}`);
      }
    },
  } satisfies Timed;
}

/** All rows of an open session that hold a text, from all parts of the answer. */
async function foundRows(store: SessionStore, path: string, query: string): Promise<number> {
  const wanted = { filter: 'all', query, matchCase: true, wholeWord: false, regex: false } as const;
  const searches = new OpenSearches();
  let count = 0;
  for (let from: number | undefined = 0; from !== undefined;) {
    const part = await searches.find(store.reader(path), wanted, from);
    count += part.rows.length;
    from = part.next;
  }
  return mustBeFound(query, count);
}

function mustBeFound(word: string, rows: number): number {
  if (rows === 0) {
    throw new Error(`No row with ${word} was found.`);
  }
  return rows;
}

const findRow = timedRow({
  name: 'find',
  title: 'find a name in 200 MB',
  against: 'rg -c on the file',
  target: 3,
  async tasks({ large }) {
    // Like most searches: a name that occurs in a few places.
    const query = rareName(7);
    const { home, path } = await benchLog('keen', large);
    const { store } = newStore(home);
    store.open(path);
    await store.whole(path);
    const value = { run: () => foundRows(store, path, query) };
    const note = `${await value.run()} rows`;
    return { value, baseline: await countedLines(query, path, []), note };
  },
});

/** A few are as long as a log of the list’s rows can be; together a thousand are 0.25 GB. */
const median = 250_000;

function searchedHome({ huge }: Scale) {
  return benchHome(Math.max(20, Math.round((4_000 * huge) / 1024e6)), median);
}

/** As in a window: the list was read before anybody searches. */
async function listed(home: string) {
  const { store } = newStore(home);
  const [listing] = await store.list([project]);
  return { store, paths: (listing?.sessions ?? []).map(({ path }) => path) };
}

/** @param until ends the search at the first hits. @returns the number of sessions with hits. */
async function hits(
  { store, paths }: Awaited<ReturnType<typeof listed>>,
  query: string,
  matchCase: boolean,
  until?: AbortController,
): Promise<number> {
  let found = 0;
  const text = { query, matchCase, wholeWord: false, regex: false };
  const search = { text, rows: '', paths, most: Infinity, mostOfSession: 100 };
  const emit = ({ sessions }: { readonly sessions: readonly unknown[] }) => {
    found += sessions.length;
    if (found > 0) {
      until?.abort();
    }
    return Promise.resolve();
  };
  await searchSessions(store, search, emit, until?.signal).catch((error: unknown) => {
    if (until?.signal.aborted !== true) {
      throw error;
    }
  });
  return mustBeFound(query, found);
}

function searchRow(
  name: string,
  title: string,
  target: number,
  query: string,
  matchCase = false,
): BenchRow {
  return timedRow({
    name,
    title,
    target,
    against: `rg -c${matchCase ? '' : ' -i'} on the same files`,
    async tasks(scale) {
      const { home } = await searchedHome(scale);
      const sessions = await listed(home);
      const value = { run: () => hits(sessions, query, matchCase) };
      const note = `in ${await value.run()} of ${sessions.paths.length} sessions`;
      return { value, baseline: await countedLines(query, home, matchCase ? [] : ['-i']), note };
    },
  });
}

const firstHitsRow = timedRow(
  {
    name: 'search:first',
    title: 'first hits of a frequent word in 1 GB of sessions',
    against: 'the same in one session of 1 MB',
    target: 1.5,
    async tasks(scale) {
      const timed = async (home: string): Promise<Timed> => {
        const sessions = await listed(home);
        return { run: () => hits(sessions, 'the', false, new AbortController()) };
      };
      const value = await timed((await searchedHome(scale)).home);
      return { value, baseline: await timed((await benchLog('keen', 1e6)).home) };
    },
  },
  4,
);

export const searchRows: readonly BenchRow[] = [
  findRow,
  searchRow('search:rare', 'search 1 GB of sessions for a rare word', 2.5, rareWord, true),
  searchRow('search:case', 'the same, ignoring case', 2.5, rareWord.toUpperCase()),
  searchRow('search:tenth', 'the same for a word of every tenth', 8, tenthWord.toUpperCase()),
  firstHitsRow,
];
