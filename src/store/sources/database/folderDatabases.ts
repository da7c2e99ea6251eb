import type { FolderDatabases } from '#agents/contract/sources.ts';
import type { Pacer } from '#base/pacer.ts';
import { type FileSystem, smallText } from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';

import type { Databases } from './databases.ts';
import { isSameDatabase, databaseStateOf, type DatabaseState } from './databaseState.ts';

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
    private readonly databases: Databases,
  ) {}

  /**
   * The working directories of sessions, by their IDs. What cannot be read tells nothing.
   *
   * @param database path of the one with the sessions.
   */
  folders(database: string, layout: FolderDatabases): ReadonlyMap<string, string> {
    return new Map([...this.#told(database, layout)].flat());
  }

  /**
   * The same, giving way to other work.
   *
   * @throws the pacer's reason when aborted.
   */
  async foldersInTurn(
    database: string,
    layout: FolderDatabases,
    pacer: Pacer,
  ): Promise<ReadonlyMap<string, string>> {
    const told: (readonly [string, string])[] = [];
    for (const some of this.#told(database, layout)) {
      some.forEach((one) => told.push(one));
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    return new Map(told);
  }

  /** What each of them says, the one that counts last. */
  *#told(
    database: string,
    layout: FolderDatabases,
  ): Generator<readonly (readonly [string, string])[]> {
    const style = this.style;
    const base = style.join(style.split(database).folder, layout.path.join('/'));
    const listed = this.fileSystem.list(base);
    // The first one that names a session tells its folder.
    for (const { name } of listed.ok ? [...listed.value].reverse() : []) {
      const folder = style.below(base, name);
      const about = smallText(this.fileSystem, style.below(folder, layout.folderFile.name));
      const cwd = about === undefined ? undefined : layout.folderFile.cwdIn(about);
      if (cwd !== undefined) {
        const ids = this.#idsIn(style.below(folder, layout.file), layout);
        yield ids.map((id) => [id, cwd] as const);
      }
    }
  }

  #idsIn(path: string, layout: FolderDatabases): readonly string[] {
    const known = this.#known.get(path);
    const now = databaseStateOf(this.fileSystem, path);
    if (!now.ok || (known !== undefined && isSameDatabase(known.state, now.value))) {
      return now.ok ? (known?.ids ?? []) : [];
    }
    const read = this.databases.read(path, layout, ({ rows, state }): FolderSessions => {
      const ids = [...rows(layout.sql)].map(({ id }) => id);
      return { state, ids: ids.filter((id) => typeof id === 'string') };
    });
    const found = read.ok ? read.value : { state: now.value, ids: [] };
    this.#known.set(path, found);
    return found.ids;
  }
}
