import { writeFileSync } from 'node:fs';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { loadSqlite, type SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { SessionStore } from '#store/sessionStore.ts';

/** Lives as long as the worker thread's. */
const latest: { store?: SessionStore } = {};

/**
 * A store over a home's sessions, as in the worker thread, and its disk.
 *
 * @param summaries file of summaries saved by other stores.
 */
export function newStore(
  home: string,
  summaries?: string,
): { readonly store: SessionStore; readonly disk: NodeFileSystem } {
  const disk = new NodeFileSystem();
  const replace = (path: string, bytes: Uint8Array) => {
    writeFileSync(path, bytes);
  };
  const store = new SessionStore({
    fileSystem: disk,
    adapters,
    environment: { home, platform: 'posix', variables: {} },
    summaries:
      summaries === undefined
        ? undefined
        : { file: summaries, numbers: `${summaries}.numbers`, writer: 'bench', replace },
    onFault: (fault) => {
      throw fault;
    },
  });
  latest.store = store;
  return { store, disk };
}

/** @throws Error in a Node without SQLite. */
export function openDatabase(path: string, readOnly: boolean): SqliteDatabase {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new Error(`Node ${process.versions.node} has no SQLite.`);
  }
  return new sqlite.DatabaseSync(path, { readOnly });
}
