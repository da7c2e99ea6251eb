import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import type { StoreOptions } from '#store/storeOptions.ts';
import { sqlite } from '../../support/agentDatabase.ts';

/** A home with a place for opencode's database, and what is open in it. */
export class OpencodeHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'opencode-'));
  readonly path = join(this.folder, '.local', 'share', 'opencode', 'opencode.db');
  readonly #open: (SqliteDatabase | SessionStore)[] = [];

  constructor() {
    mkdirSync(dirname(this.path), { recursive: true });
  }

  /** A connection like that of a running opencode. */
  writer(path = this.path): SqliteDatabase {
    const connection = new (sqlite().DatabaseSync)(path, { readOnly: false });
    this.#open.push(connection);
    return connection;
  }

  storeOf(home: string, more: Pick<StoreOptions, 'kept'> = {}): SessionStore {
    const store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters,
      environment: { home, platform: 'posix', variables: {} },
      ...more,
      onFault: (fault) => {
        throw fault;
      },
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
}
