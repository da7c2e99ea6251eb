import { join } from 'node:path';
import { opencodeDatabase } from '#agents/opencode/database.ts';
import { adapters } from '#agents/registry.ts';
import { allAgentsHome, opencodeData, openDatabase } from '../data/allAgents.ts';
import { project } from '../data/benchData.ts';
import { compare, shortRunsMs, type Timed } from '../measure.ts';
import type { BenchRow, Scale } from '../row.ts';
import { listBare } from './bare.ts';
import { newStore } from './store.ts';

// All agents at once, each in its own form. The other rows of lists have logs alone.

const against = 'readdir and stat of the same files, and the SQL';
const ids = adapters.map(({ id }) => id);

async function homeOf({ sessions }: Scale) {
  const count = sessions / 10;
  return { ...(await allAgentsHome(count, ids)), count: count * ids.length };
}

/** The statements of a list are to a database what a walk is to files. */
function walk(home: string, paths: readonly string[]): Timed {
  const database = join(home, opencodeData, 'opencode.db');
  return {
    run: () => {
      listBare(paths);
      const connection = openDatabase(database, true);
      const sessions = connection.prepare(opencodeDatabase.sessionsSql).all() as { id: string }[];
      for (const { id } of sessions) {
        connection.prepare(opencodeDatabase.openingSql).all(id);
      }
      connection.close();
    },
  };
}

const coldRow: BenchRow = {
  name: 'agents:list',
  title: 'list as many sessions of each agent, nothing cached',
  against,
  unit: 'ms',
  target: 5,
  needsSqlite: true,
  async find(scale) {
    const { home, paths, count } = await homeOf(scale);
    const run = async () => {
      const [listing] = await newStore(home).store.list([project]);
      if (listing?.sessions.length !== count) {
        throw new Error(`${String(listing?.sessions.length)} sessions of ${count} were listed.`);
      }
    };
    return compare({ run }, walk(home, paths), scale.runs, shortRunsMs);
  },
};

const firstScreenRow: BenchRow = {
  name: 'agents:first',
  title: 'first screen of that list',
  against,
  unit: 'ms',
  target: 1.5,
  needsSqlite: true,
  async find(scale) {
    const { home, paths } = await homeOf(scale);
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
    return compare(first, walk(home, paths), scale.runs, shortRunsMs);
  },
};

export const agentRows: readonly BenchRow[] = [firstScreenRow, coldRow];
