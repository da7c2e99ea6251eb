import type { SourceLayout } from '#agents/contract/sources.ts';
import type { FileStat, FileSystem, OpenFile, Result } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { Databases } from './database/databases.ts';
import { DatabaseSource } from './database/databaseSource.ts';
import { SessionDatabase } from './database/sessionDatabase.ts';
import type { loadSqlite } from './database/sqliteModule.ts';
import { DocumentSource } from './document/documentSource.ts';
import { RowsOfDocument } from './document/rowsOfDocument.ts';
import { FolderSource } from './folder/folderSource.ts';
import { headOfCompressed } from './log/compressedLog.ts';
import { LogSource } from './log/logSource.ts';
import { WholeLogSource } from './log/wholeLogSource.ts';
import type { SessionSource } from './records/source.ts';

/** A session's place. In a database it is a name below the file. */
export interface SessionPlace {
  readonly path: string;
  readonly layout: SourceLayout;
}

/** The source of each session by the form in which its agent keeps it. */
export class Sources {
  readonly #databases: Databases;
  readonly #sessionDatabases = new Map<string, SessionDatabase>();

  /** @param load for tests. */
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    load?: typeof loadSqlite,
  ) {
    this.#databases = new Databases(fileSystem, load);
  }

  at({ path, layout }: SessionPlace): SessionSource {
    switch (layout.kind) {
      case 'log':
        return layout.settled === undefined && layout.isCompressed?.(path) !== true
          ? new LogSource(this.fileSystem, path)
          : new WholeLogSource(this.fileSystem, path, layout);
      case 'document':
        return new DocumentSource(
          this.fileSystem,
          path,
          layout,
          layout.database &&
            new RowsOfDocument(
              this.fileSystem,
              this.#databases,
              this.beside(path, layout.database.file),
              layout.database,
            ),
        );
      case 'folder':
        return new FolderSource(this.fileSystem, this.style, path, layout);
      case 'database': {
        const { folder, name } = this.split(path);
        return new DatabaseSource(this.database(folder, layout), name);
      }
    }
  }

  /** The beginning of a compressed log; undefined for another. */
  headOfCompressed({ path, layout }: SessionPlace, file: OpenFile) {
    return layout.kind === 'log' && layout.isCompressed?.(path) === true
      ? headOfCompressed(path, file)
      : undefined;
  }

  /** The state of a session; one call to the disk for what lies in a file of its own. */
  stat(place: SessionPlace): Result<FileStat> {
    const { layout } = place;
    return layout.kind === 'log' || (layout.kind === 'document' && layout.database === undefined)
      ? this.fileSystem.stat(place.path)
      : this.at(place).stat();
  }

  /** @param path of the file. */
  database(path: string, layout: SourceLayout & { kind: 'database' }): SessionDatabase {
    const key = `${path}\n${Object.keys(layout.tables).join(' ')}`;
    const database =
      this.#sessionDatabases.get(key) ??
      new SessionDatabase(this.fileSystem, this.style, path, layout, this.#databases);
    this.#sessionDatabases.set(key, database);
    return database;
  }

  /** Whether a database is there and has a table. */
  hasTable(path: string, table: string): boolean {
    const wanted = { tables: { [table]: ['id'] }, indexed: {} };
    return this.#databases.read(path, wanted, () => true).ok;
  }

  /** A session's database and its name in that. */
  split(path: string): { readonly folder: string; readonly name: string } {
    return this.style.split(path);
  }

  /** Path of a file in the folder of a session's. */
  beside(path: string, file: string): string {
    return this.style.below(this.style.split(path).folder, file);
  }

  /** Lets go of what was made for reading. */
  dispose(): void {
    this.#databases.dispose();
  }
}
