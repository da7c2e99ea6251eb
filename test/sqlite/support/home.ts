import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { adapters } from '#agents/registry.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import type { StoreOptions } from '#store/storeOptions.ts';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { project, sqlite, withWriter } from '../../support/agentDatabase.ts';

/** A home with the path of a database, and what is open in it. */
export class DatabaseHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'sqlite-home-'));
  readonly database: string;
  readonly #adapters: StoreOptions['adapters'];
  readonly #connections: SqliteDatabase[] = [];
  readonly #stores: SessionStore[] = [];

  /** @param path of the database in the home. */
  constructor(path: readonly string[], of: StoreOptions['adapters'] = adapters) {
    this.database = join(this.folder, ...path);
    this.#adapters = of;
    mkdirSync(dirname(this.database), { recursive: true });
  }

  /** A connection like that of a running agent; closed at the end at the latest. */
  writer(path = this.database): SqliteDatabase {
    const connection = new (sqlite().DatabaseSync)(path, { readOnly: false });
    this.#connections.push(connection);
    return connection;
  }

  store(options: Partial<StoreOptions> = {}): SessionStore {
    const store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters: this.#adapters,
      environment: { home: this.folder, platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
      ...options,
    });
    this.#stores.push(store);
    return store;
  }

  /** A list of all agents' sessions, and all that there is in them. */
  async read(options: Partial<StoreOptions> = {}) {
    const store = this.store({ adapters, ...options });
    const [listing] = await store.list([project]);
    assert.ok(listing);
    const sessions: unknown[] = [];
    for (const { path, firstUserMessage } of listing.sessions) {
      const reader = await store.whole(path);
      const { rows } = reader.rows('all', 0, 1_000);
      const { messages } = await conversationOf(store, path);
      sessions.push({
        firstUserMessage,
        rows,
        messages,
        last: await lastMessageOf(store.sessionAt(path), new Pacer(undefined)),
      });
    }
    store.dispose();
    return { listing, sessions };
  }

  /** Contents of a folder, by default the database's, byte for byte and with times. */
  print(folder = dirname(this.database)): readonly string[] {
    return readdirSync(folder)
      .sort()
      .map((name) => {
        const { size, mtimeNs, ino } = statSync(join(folder, name), { bigint: true });
        const bytes = readFileSync(join(folder, name));
        const content = createHash('sha1').update(bytes).digest('hex');
        return `${name} ${size} ${mtimeNs} ${ino} ${content}`;
      });
  }

  dispose(): void {
    for (const store of this.#stores) {
      store.dispose();
    }
    for (const connection of this.#connections) {
      try {
        connection.close();
      } catch (error) {
        assert.match(String(error), /not open/);
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A home with the path of agent's database. */
export class Home extends DatabaseHome {
  constructor() {
    super(['.agent', 'sessions', 'sessions.db'], [agentAdapter]);
  }

  /** Writes and closes. */
  write(work: (connection: SqliteDatabase) => void): void {
    withWriter(this.database, work);
  }

  /** A new store's listing of a folder. */
  async list(folder = project): Promise<FolderListing> {
    const [listing] = await this.store().list([folder]);
    assert.ok(listing);
    return listing;
  }
}

/** A new home for each test of a suite. */
export function useHome(take: (home: Home) => void): void {
  let home: Home;
  beforeEach(() => {
    home = new Home();
    take(home);
  });
  afterEach(() => {
    home.dispose();
  });
}

/** Folders left behind by reading a copy, if any. */
export function temporaryCopies(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('session-browser-database-'));
}
