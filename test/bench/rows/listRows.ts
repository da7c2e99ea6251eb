import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { opencodeDatabase } from '#agents/opencode/database.ts';
import { temporaryFolder } from '../../vscode/children.mjs';
import { agentsHome, type AgentsHome } from '../data/agentsHome.ts';
import { benchHome, project } from '../data/benchData.ts';
import { newStore, openDatabase } from '../product.ts';
import { timedRow, type BenchRow, type Scale, type Timed } from '../row.ts';
import { listBare } from './bare.ts';

const walk = 'readdir and stat of the same files';

type Home = Awaited<ReturnType<typeof benchHome>>;

function listRow(
  row: Pick<BenchRow, 'name' | 'title' | 'target'>,
  task: (home: Home) => Timed | Promise<Timed>,
): BenchRow {
  return timedRow({
    ...row,
    against: walk,
    async tasks({ sessions }) {
      const home = await benchHome(sessions);
      return { value: await task(home), baseline: { run: () => listBare(home.paths) } };
    },
  });
}

async function list(store: ReturnType<typeof newStore>['store'], folder: string, count: number) {
  const [listing] = await store.list([folder]);
  if (listing?.sessions.length !== count) {
    throw new Error(`${String(listing?.sessions.length)} sessions of ${count} were listed.`);
  }
}

/** Until the first sessions are there. */
function firstScreen(home: string, folder: string): Timed {
  let all: Promise<unknown> | undefined;
  return {
    run: () =>
      new Promise<void>((resolve, reject) => {
        all = newStore(home).store.list([folder], undefined, () => {
          resolve();
          return Promise.resolve();
        });
        all.catch(reject);
      }),
    finish: () => all,
  };
}

const line = '{"seq":9999,"kind":"user_message","user_message":{"content":"More"}}\n';

async function grown({ home, paths }: Home): Promise<Timed> {
  const { store } = newStore(home);
  await list(store, project, paths.length);
  const [path = ''] = paths;
  const { size } = statSync(path);
  return {
    prepare: async () => {
      truncateSync(path, size);
      await store.list([project]);
      appendFileSync(path, line);
    },
    run: () => list(store, project, paths.length),
    finish: () => {
      truncateSync(path, size);
    },
  };
}

async function cached({ home, paths }: Home): Promise<Timed> {
  const file = join(temporaryFolder('bench'), 'summaries');
  const { store } = newStore(home, file);
  await store.list([project]);
  await store.saveSummaries();
  return {
    run: async () => {
      const next = newStore(home, file);
      await list(next.store, project, paths.length);
      if (next.disk.work.opened !== 1) {
        throw new Error(`${next.disk.work.opened} files were opened besides the cache.`);
      }
    },
  };
}

/** All agents at once, each in its own form. The rows above have logs alone. */
function agentsRow(
  row: Pick<BenchRow, 'name' | 'title' | 'target'>,
  task: (home: AgentsHome) => Timed,
): BenchRow {
  return timedRow({
    ...row,
    against: `${walk}, and the SQL`,
    async tasks({ sessions }: Scale) {
      const home = await agentsHome(sessions);
      return { value: task(home), baseline: { run: () => bareAgents(home) } };
    },
  });
}

/** The statements of a list are to a database what a walk is to files. */
function bareAgents({ paths, database }: AgentsHome): void {
  listBare(paths);
  const connection = openDatabase(database, true);
  const sessions = connection.prepare(opencodeDatabase.sessionsSql).all() as { id: string }[];
  for (const { id } of sessions) {
    connection.prepare(opencodeDatabase.openingSql).all(id);
  }
  connection.close();
}

export const listRows: readonly BenchRow[] = [
  listRow(
    { name: 'list:first', title: 'first screen of 10,000 sessions, nothing cached', target: 1.5 },
    ({ home }) => firstScreen(home, project),
  ),
  listRow(
    { name: 'list:all', title: 'list 10,000 sessions, nothing cached', target: 5 },
    ({ home, paths }) => ({ run: () => list(newStore(home).store, project, paths.length) }),
  ),
  listRow({ name: 'list:grown', title: 'list again after one session grew', target: 1.5 }, grown),
  listRow(
    { name: 'list:cached', title: 'list with a cache from an earlier run', target: 2 },
    cached,
  ),
  agentsRow(
    { name: 'agents:first', title: 'first screen of 10,000 sessions of all agents', target: 1.5 },
    ({ home, project: folder }) => firstScreen(home, folder),
  ),
  agentsRow(
    { name: 'agents:list', title: 'list all of these, nothing cached', target: 5 },
    ({ home, project: folder, count }) => ({
      run: () => list(newStore(home).store, folder, count),
    }),
  ),
];
