import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import type { StoreOptions } from '#store/storeOptions.ts';
import { sqlite } from '../../support/agentDatabase.ts';
import { createValues, put } from '../../support/cursorDatabase.ts';

/** A home with the folders of Cursor's editor, and what is open in it. */
export class CursorHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'cursor-'));
  readonly user = join(this.folder, '.config', 'Cursor', 'User');
  readonly path = join(this.user, 'globalStorage', 'state.vscdb');
  readonly #open: (SqliteDatabase | SessionStore)[] = [];

  constructor() {
    mkdirSync(dirname(this.path), { recursive: true });
  }

  /** A connection like that of a running editor, to a database that has its table of values. */
  writer(): SqliteDatabase {
    const connection = this.#writer(this.path);
    createValues(connection, 'cursorDiskKV');
    return connection;
  }

  /** A window's own folder, and the composers that its database names. */
  addWorkspace(name: string, folder: string, composers: readonly unknown[]): SqliteDatabase {
    const own = join(this.user, 'workspaceStorage', name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'workspace.json'), JSON.stringify({ folder: `file://${folder}` }));
    const connection = this.#writer(join(own, 'state.vscdb'));
    createValues(connection, 'ItemTable');
    put(connection, 'composer.composerData', { allComposers: composers }, 'ItemTable');
    return connection;
  }

  store(options: Partial<StoreOptions> = {}): SessionStore {
    const store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters,
      environment: { home: this.folder, platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
      ...options,
    });
    this.#open.push(store);
    return store;
  }

  remove(): void {
    for (const each of this.#open.splice(0)) {
      if ('dispose' in each) {
        each.dispose();
      } else {
        each.close();
      }
    }
    rmSync(this.folder, { recursive: true });
  }

  #writer(path: string): SqliteDatabase {
    const connection = new (sqlite().DatabaseSync)(path, { readOnly: false });
    this.#open.push(connection);
    return connection;
  }
}
