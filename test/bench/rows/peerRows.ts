import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePi } from '../../referee/piPackages.mjs';
import { PiWeb, piWebVersion } from '../peers/piWeb.ts';
import { benchHome, benchLog, homeOf, project } from '../data/benchData.ts';
import { compare, shortRunsMs, type Timed } from '../measure.ts';
import type { BenchRow, Scale } from '../row.ts';
import { firstRows } from './firstRows.ts';
import { newStore } from './store.ts';

// Alternatives a user could choose, on the same files.

/** The newest version that runs on Node 20. */
const piVersion = '0.87.1';
/** pi-web fails on 200 MB: no answer within a minute, and its server is gone. */
const piWebBytes = 40e6;

interface PiSession {
  buildSessionContext(): { readonly messages: readonly unknown[] };
}

interface SessionManager {
  list(cwd: string, folder: string): Promise<readonly unknown[]>;
  open(path: string): PiSession;
}

async function sessionManager(): Promise<SessionManager> {
  const path = join(await ensurePi(piVersion), 'dist', 'core', 'session-manager.js');
  const module = (await import(pathToFileURL(path).href)) as { SessionManager: SessionManager };
  return module.SessionManager;
}

async function piSessions({ sessions }: Scale) {
  const count = sessions / 5;
  const { home } = await benchHome(count, { pi: 10 });
  const root = join(home, '.pi', 'agent', 'sessions');
  const slug = `--${project.replaceAll('/', '-').slice(1)}--`;
  return { count, home, root, folder: join(root, slug) };
}

function ourList(home: string, count: number): Timed {
  return {
    run: async () => {
      check((await newStore(home).store.list([project]))[0]?.sessions.length ?? 0, count);
    },
  };
}

/** Index, summary and problems of the whole session, and the first page's rows. */
function ourOpen(path: string): Timed {
  const home = homeOf(path);
  return {
    run: async () => {
      const { store } = newStore(home);
      const reader = await store.whole(path);
      return [store.summarise(path), reader.state(), reader.rows('all', 0, 50)];
    },
  };
}

function check(found: number, wanted: number): void {
  if (found !== wanted) {
    throw new Error(`${found} sessions of ${wanted} were listed.`);
  }
}

function peerRow(row: Pick<BenchRow, 'name' | 'title' | 'against' | 'find'>): BenchRow {
  return { ...row, unit: 'ms', target: 1, isLong: true };
}

const runs = 3;

export const peerRows: readonly BenchRow[] = [
  peerRow({
    name: 'peer:pi:list',
    title: 'list sessions of pi',
    against: `pi ${piVersion}, SessionManager.list`,
    async find(scale) {
      const { home, folder, count } = await piSessions(scale);
      const pi = await sessionManager();
      const theirs = async () => {
        check((await pi.list(project, folder)).length, count);
      };
      return compare(ourList(home, count), { run: theirs }, runs, shortRunsMs);
    },
  }),
  peerRow({
    name: 'peer:pi:open',
    title: 'open a session of pi: index, summary, problems, first rows',
    against: `pi ${piVersion}, SessionManager.open`,
    async find(scale) {
      const path = await benchLog('pi', scale.large);
      const pi = await sessionManager();
      return compare(ourOpen(path), { run: () => pi.open(path) }, runs);
    },
  }),
  peerRow({
    name: 'peer:pi:conversation',
    title: 'conversation of a session of pi',
    against: `pi ${piVersion}, open and buildSessionContext`,
    async find(scale) {
      const path = await benchLog('pi', scale.large);
      const pi = await sessionManager();
      const ours = () => newStore(homeOf(path)).store.conversation(path);
      const theirs = () => pi.open(path).buildSessionContext();
      return compare({ run: ours }, { run: theirs }, runs);
    },
  }),
  peerRow({
    name: 'peer:pi-web:list',
    title: 'list sessions of pi',
    against: `pi-web ${piWebVersion}, its server's answer`,
    async find(scale) {
      const { home, root, count } = await piSessions(scale);
      const theirs = ofPiWeb(root, async (server) => {
        const { sessions } = (await server.get('/api/sessions')) as { sessions: unknown[] };
        check(sessions.length, count);
      });
      return compare(ourList(home, count), theirs, runs, shortRunsMs);
    },
  }),
  peerRow({
    name: 'peer:pi-web:open',
    title: 'first rows of a session of pi of 40 MB',
    against: `pi-web ${piWebVersion}, its server's answer`,
    async find() {
      const path = await benchLog('pi', piWebBytes);
      const root = join(homeOf(path), '.pi', 'agent', 'sessions');
      let id = '';
      const theirs = ofPiWeb(
        root,
        (server) => server.get(`/api/sessions/${id}`),
        async (server) => {
          const answer = await server.get('/api/sessions');
          id = (answer as { sessions: { id: string }[] }).sessions[0]?.id ?? '';
        },
      );
      return compare(firstRows(path), theirs, runs);
    },
  }),
];

/** Each run has a fresh server; only `ask` counts. */
function ofPiWeb(
  root: string,
  ask: (server: PiWeb) => Promise<unknown>,
  before: (server: PiWeb) => Promise<void> = () => Promise.resolve(),
): Timed {
  let server: PiWeb | undefined;
  return {
    prepare: async () => {
      server = await PiWeb.start(root);
      await before(server);
    },
    run: () => server && ask(server),
    finish: () => server?.stop(),
  };
}
