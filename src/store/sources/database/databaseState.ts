import {
  isSameState,
  readRange,
  success,
  valueOf,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';

/** A database file and what SQLite keeps beside it while somebody writes, or after a crash. */
export interface DatabaseState {
  readonly main: FileStat;
  readonly wal: FileStat | undefined;
  readonly journal: FileStat | undefined;
  /** The shared memory of processes with the database open exists, so one may be writing. */
  readonly isShared: boolean;
}

/** Of a SQLite file. */
const headerBytes = 100;

/**
 * Sizes and times of a database. Empty files beside it do not count, nor does anything beside an empty
 * database: it belongs to an earlier one.
 *
 * @param path without links: SQLite writes beside the file itself.
 */
export function databaseStateOf(fileSystem: FileSystem, path: string): Result<DatabaseState> {
  const main = fileSystem.stat(path);
  if (!main.ok) {
    return main;
  }
  const beside = (ending: string) => {
    const stat = main.value.size === 0 ? main : fileSystem.stat(path + ending);
    return stat.ok && stat.value.size > 0 ? stat.value : undefined;
  };
  return success({
    main: main.value,
    wal: beside('-wal'),
    journal: beside('-journal'),
    isShared: beside('-shm') !== undefined,
  });
}

export function isSameDatabase(a: DatabaseState, b: DatabaseState): boolean {
  const isSame = (one: FileStat | undefined, other: FileStat | undefined) =>
    one === undefined || other === undefined ? one === other : isSameState(one, other);
  return isSame(a.main, b.main) && isSame(a.wal, b.wal) && isSame(a.journal, b.journal);
}

export interface CloseState {
  readonly state: DatabaseState;
  /** Constant while nothing changes, as far as can be told without reading everything. */
  readonly key: string;
}

/**
 * With the file's header, in which SQLite counts the changes: two of them within one tick of the
 * disk's clock look alike otherwise.
 */
export function closeStateOf(fileSystem: FileSystem, path: string): Result<CloseState> {
  return withFile(fileSystem, path, (file) => {
    const header = readRange(file, 0, headerBytes);
    const state = valueOf(databaseStateOf(fileSystem, path));
    const { main, wal, journal } = state;
    const print = header.toString('base64');
    const key = JSON.stringify([print, main, wal ?? null, journal ?? null]);
    return { state, key };
  });
}
