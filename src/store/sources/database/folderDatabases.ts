import type { FolderDatabases } from '#agents/contract/sources.ts';
import type { FileSystem } from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';
import { smallText } from '../../disk/smallText.ts';
import type { DatabaseCopies } from './databaseCopies.ts';
import { columnsOf } from './databaseTables.ts';
import { isSameDatabase, readDatabase, stateOf, type DatabaseState } from './readDatabase.ts';
import type { SqliteModule } from './sqliteModule.ts';

interface FolderSessions {
  readonly state: DatabaseState;
  readonly ids: readonly string[];
}

/** Reads the databases that tell whose the sessions of another one are, each when it changed. */
export class FolderReader {
  readonly #known = new Map<string, FolderSessions>();

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    private readonly copies: DatabaseCopies,
  ) {}

  /**
   * The working directories of sessions, by their IDs. What cannot be read tells nothing.
   *
   * @param database path of the one with the sessions.
   */
  folders(
    database: string,
    layout: FolderDatabases,
    sqlite: SqliteModule,
  ): ReadonlyMap<string, string> {
    const style = this.style;
    const base = style.join(style.split(database).folder, layout.path.join('/'));
    const folders = new Map<string, string>();
    const listed = this.fileSystem.list(base);
    for (const { name } of listed.ok ? listed.value : []) {
      const folder = style.below(base, name);
      const about = smallText(this.fileSystem, style.below(folder, layout.folderFile.name));
      const cwd = about === undefined ? undefined : layout.folderFile.cwdIn(about);
      if (cwd !== undefined) {
        for (const id of this.#idsIn(style.below(folder, layout.file), layout, sqlite)) {
          folders.set(id, folders.get(id) ?? cwd);
        }
      }
    }
    return folders;
  }

  #idsIn(path: string, layout: FolderDatabases, sqlite: SqliteModule): readonly string[] {
    const known = this.#known.get(path);
    const now = stateOf(this.fileSystem, path);
    if (!now.ok || (known !== undefined && isSameDatabase(known.state, now.value))) {
      return now.ok ? (known?.ids ?? []) : [];
    }
    const read = readDatabase<FolderSessions>(
      this.fileSystem,
      path,
      sqlite,
      (reader, state) => {
        const columns = columnsOf(reader, path, layout.tables);
        const ids = columns.ok ? [...reader.rows(layout.sql)].map(({ id }) => id) : [];
        return { state, ids: ids.filter((id) => typeof id === 'string') };
      },
      this.copies,
    );
    const found = read.ok ? read.value : { state: now.value, ids: [] };
    this.#known.set(path, found);
    return found.ids;
  }
}
