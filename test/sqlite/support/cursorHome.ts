import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { createValues, put } from '../../support/cursorDatabase.ts';
import { DatabaseHome } from './home.ts';

const user = ['.config', 'Cursor', 'User'];

/** A home with the folders of Cursor's editor. */
export class CursorHome extends DatabaseHome {
  readonly user = join(this.folder, ...user);

  constructor() {
    super([...user, 'globalStorage', 'state.vscdb']);
  }

  /** A connection like that of a running editor, to a database that has its table of values. */
  override writer(): SqliteDatabase {
    const connection = super.writer();
    createValues(connection, 'cursorDiskKV');
    return connection;
  }

  /** A connection to any other database. */
  storeAt(path: string): SqliteDatabase {
    return super.writer(path);
  }

  /** A window's own folder, and the composers that its database names. */
  addWorkspace(name: string, folder: string, composers: readonly unknown[]): SqliteDatabase {
    const own = join(this.user, 'workspaceStorage', name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'workspace.json'), JSON.stringify({ folder: `file://${folder}` }));
    const connection = super.writer(join(own, 'state.vscdb'));
    createValues(connection, 'ItemTable');
    put(connection, 'composer.composerData', { allComposers: composers }, 'ItemTable');
    return connection;
  }
}
