import { Pacer } from '#base/pacer.ts';
import { sessionUsage } from '#store/session/sessionUsage.ts';
import { allAgentsHome, projectSlug } from '../data/allAgents.ts';
import { project } from '../data/benchData.ts';
import { compare, shortRunsMs, type Timed } from '../measure.ts';
import {
  ccusage,
  ccusageVersion,
  claudeSessions,
  claudeSessionsVersion,
} from '../peers/npmPeers.ts';
import type { BenchRow, Scale } from '../row.ts';
import { newStore } from './store.ts';

// What users of Claude Code and Codex could take, on the same files.

const runs = 3;

async function homeWith(agent: string, { sessions }: Scale) {
  const count = sessions / 10;
  const { home, paths } = await allAgentsHome(count, [agent]);
  return { home, paths, count };
}

function listed(home: string, count: number): Timed {
  return {
    run: async () => {
      check((await newStore(home).store.list([project]))[0]?.sessions.length, count);
    },
  };
}

/** The list, and the tokens of each session, as its tooltip gives them. */
function totals(home: string, paths: readonly string[]): Timed {
  return {
    run: async () => {
      const { store } = newStore(home);
      check((await store.list([project]))[0]?.sessions.length, paths.length);
      let input = 0;
      for (const path of paths) {
        const used = await sessionUsage(store.sessionAt(path), new Pacer(undefined));
        input += used?.usage?.input ?? 0;
      }
      if (input === 0) {
        throw new Error('No session has tokens.');
      }
    },
  };
}

function check(found: number | undefined, wanted: number): void {
  if (found !== wanted) {
    throw new Error(`${String(found)} sessions of ${wanted} were listed.`);
  }
}

function peerRow(row: Pick<BenchRow, 'name' | 'title' | 'against' | 'find'>): BenchRow {
  return { ...row, unit: 'ms', target: 1, isLong: true };
}

const ofCcusage = ['claude', 'codex'].flatMap((agent): readonly BenchRow[] => {
  const against = `ccusage ${ccusageVersion}, session --json --offline`;
  const find = (ours: typeof totals) => async (scale: Scale) => {
    const { home, paths, count } = await homeWith(agent, scale);
    const theirs = await ccusage();
    const run = () => {
      check(theirs(home), count);
    };
    return compare(ours(home, paths), { run }, runs, shortRunsMs);
  };
  return [
    peerRow({
      name: `peer:ccusage:${agent}:list`,
      title: `list sessions of ${agent}`,
      against: `${against}: list and tokens`,
      find: find((home, paths) => listed(home, paths.length)),
    }),
    peerRow({
      name: `peer:ccusage:${agent}:totals`,
      title: `list sessions of ${agent}, with the tokens of each`,
      against,
      find: find(totals),
    }),
  ];
});

export const popularPeerRows: readonly BenchRow[] = [
  ...ofCcusage,
  peerRow({
    name: 'peer:claude-sessions:list',
    title: 'list sessions of claude',
    against: `@claude-sessions/core ${claudeSessionsVersion}, listSessions`,
    async find(scale) {
      const { home, count } = await homeWith('claude', scale);
      const theirs = await claudeSessions();
      const run = async () => {
        check((await theirs(home, projectSlug)).length, count);
      };
      return compare(listed(home, count), { run }, runs, shortRunsMs);
    },
  }),
];
