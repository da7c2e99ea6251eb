import { OpenSearches } from '#store/find/openSearches.ts';
import { spawnSync } from 'node:child_process';
import type { SessionReader } from '#store/session/sessionReader.ts';
import { benchLog, homeOf } from '../data/benchData.ts';
import { rareName } from '../data/texts.ts';
import { compare, type Finding } from '../measure.ts';
import { growthRow, type BenchRow, type TimedShare } from '../row.ts';
import { ripgrep } from './ripgrep.ts';
import { newStore } from './store.ts';

/** Like most searches: a name that occurs in a few places. */
const query = rareName(7);
/** Ten such names, so that a log of twice the size has about twice the matches. */
const tenNames = rareName(0).slice(0, -1);

function timedFind(wanted: string): TimedShare {
  return async (scale, share) => {
    const path = await benchLog('keen', scale.large * share);
    const { store } = newStore(homeOf(path));
    const reader = await store.whole(path);
    return { run: () => foundRows(reader, wanted) };
  };
}

const searches = new OpenSearches();

/** Rows that contain a text, from all parts of the search. */
async function foundRows(reader: SessionReader, query: string): Promise<number> {
  let count = 0;
  for (let from: number | undefined = 0; from !== undefined;) {
    const wanted = {
      filter: 'all',
      query,
      matchCase: true,
      wholeWord: false,
      regex: false,
    } as const;
    const part = await searches.find(reader, wanted, from);
    count += part.rows.length;
    from = part.next;
  }
  return count;
}

const title = 'find in a session';

export const findRow: BenchRow = {
  name: 'find',
  title,
  against: 'rg -c on the file',
  unit: 'ms',
  target: 3,
  async find(scale): Promise<Finding> {
    const rg = ripgrep();
    if (rg === undefined) {
      const note = 'No ripgrep: none on PATH and no VS Code server in the cache folder.';
      return { value: NaN, baseline: NaN, runs: 0, note };
    }
    const path = await benchLog('keen', scale.large);
    const timed = await timedFind(query)(scale, 1);
    const found = (await timed.run()) as number;
    const counted = (): string => {
      const { status, stdout } = spawnSync(rg, ['-c', query, path], { encoding: 'utf8' });
      if (status !== 0 && status !== 1) {
        throw new Error(`${rg} ended with ${String(status)}.`);
      }
      return stdout.trim();
    };
    const note = `${found} rows, ${counted()} lines`;
    return { ...(await compare(timed, { run: counted }, scale.runs)), note };
  },
};

export const findGrowth = growthRow('find', title, timedFind(tenNames));
