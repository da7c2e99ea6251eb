import { join } from 'node:path';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { CarriedSessions } from '#store/write/carriedSessions.ts';
import { SessionWriters } from '#store/write/sessionWriters.ts';
import { TurnJournals } from '#store/write/turnJournals.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';

/** Hundreds of processes load this, and they read only sessions of Keen. */
const adapters = [keenAdapter];

/** The folder with copies. */
export function keptIn(home: string): string {
  return join(home, 'kept');
}

/** Everything a window uses to read and write a home's sessions. */
export function storeOf(home: string) {
  const fileSystem = new NodeFileSystem();
  const environment = { home, platform: 'posix', variables: {} } as const;
  const store = new SessionStore({
    fileSystem,
    adapters,
    environment,
    kept: keptIn(home),
    onFault: (fault) => {
      throw fault;
    },
  });
  const files = new WriteFiles();
  const writers = new SessionWriters({ store, fileSystem, files, adapters, environment });
  const carried = new CarriedSessions({
    ...{ store, fileSystem, files, environment },
    adapters: [claudeAdapter, geminiAdapter],
  });
  const journals = new TurnJournals({
    folder: join(home, 'journals'),
    files,
    fileSystem,
    style: new PathStyle('posix'),
    store,
    writers,
    onFault: (fault) => {
      throw fault;
    },
  });
  const copies = new KeptCopies(store, keptIn(home), { files });
  return { store, writers, carried, journals, copies };
}
