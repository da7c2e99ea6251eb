import { t } from '#base/l10n.ts';
import {
  failed,
  readInto,
  readRange,
  valueOf,
  withFile,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
} from '../../disk/fileSystem.ts';
import type { DatabaseState } from './databaseState.ts';
import { isPageSize, type PagesBeside, pagesInJournal, pagesInWal } from './pagesBeside.ts';

/**
 * The pages of a database as SQLite would see them after a crash: those of its file, or what its journal
 * or its write-ahead log has in their place. SQLite itself may not recover a foreign database: a journal
 * can tell it to delete other files.
 */
export interface Pages {
  readonly pageBytes: number;
  /** Of a page, without what an extension of SQLite may keep at its end. */
  readonly usableBytes: number;
  readonly count: number;
  /** Of texts, as `TextDecoder` calls it. */
  readonly encoding: string;
  /**
   * Reads the beginning of a page.
   *
   * @param number from 1.
   * @returns as much as there is room; less if the file ends before, nothing if there is no such page.
   * @throws the disk's failure, as `valueOf`.
   */
  read(number: number, room: Buffer): Buffer;
}

const headBytes = 100;
const encodings: Readonly<Record<number, string>> = { 2: 'utf-16le', 3: 'utf-16be' };

/** Lets `work` read the pages of a database, and throw failures as `valueOf`. @param path without links. */
export function withPages<T>(
  fileSystem: FileSystem,
  path: string,
  state: DatabaseState,
  work: (pages: Pages) => T,
): Result<T> {
  const beside = (ending: string, stat: FileStat | undefined, of: (file?: OpenFile) => T) =>
    stat === undefined ? of() : valueOf(withFile(fileSystem, path + ending, of));
  return withFile(fileSystem, path, (main) =>
    beside('-journal', state.journal, (journal) =>
      beside('-wal', state.wal, (wal) => work(pagesOf(path, main, journal, wal))),
    ),
  );
}

function pagesOf(
  path: string,
  main: OpenFile,
  journal: OpenFile | undefined,
  wal: OpenFile | undefined,
): Pages {
  const before = journal && pagesInJournal(journal, path);
  const logged = wal && pagesInWal(wal);
  // A transaction in the log is later than one that the journal undoes.
  const layers = [layerOf(wal, logged), layerOf(journal, before)].flat();
  const [top] = layers;
  const inFile = readRange(main, 0, headBytes);
  const pageBytes = top?.pageBytes ?? pageBytesIn(inFile);
  // Neither a journal nor a log can make a database larger than all of them.
  const sizes = [main, ...layers.map(({ file }) => file)].map(({ stat }) => stat.size);
  const room = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / pageBytes);
  const count = Math.min(top?.count ?? room, room);
  const read: Pages['read'] = (number, room) => {
    if (number < 1 || number > count) {
      return room.subarray(0, 0);
    }
    const layer = layers.find(({ offsets }) => offsets.has(number));
    return layer === undefined
      ? readInto(main, (number - 1) * pageBytes, room)
      : readInto(layer.file, layer.offsets.get(number) ?? 0, room);
  };
  const head = read(1, Buffer.alloc(headBytes));
  const isOne = isPageSize(pageBytes) && layers.every((layer) => layer.pageBytes === pageBytes);
  if (!isOne || pageBytesIn(head) !== pageBytes) {
    return valueOf(unreadable(path, 'file is not a database'));
  }
  return {
    pageBytes,
    usableBytes: pageBytes - head.readUInt8(20),
    count,
    encoding: encodings[head.readUInt32BE(56)] ?? 'utf-8',
    read,
  };
}

function layerOf(file: OpenFile | undefined, pages: PagesBeside | undefined) {
  return file === undefined || pages === undefined ? [] : [{ file, ...pages }];
}

const magic = 'SQLite format 3\0';

/** What the beginning of a database says about the size of its pages; 0 if it is none. */
function pageBytesIn(head: Buffer): number {
  const isDatabase =
    head.length === headBytes && head.toString('latin1', 0, magic.length) === magic;
  const said = isDatabase ? head.readUInt16BE(magic.length) : 0;
  return said === 1 ? 65_536 : said;
}

/** @param why in SQLite's words. */
export function unreadable(path: string, why: string): Result<never> {
  return failed(t('{0} cannot be read as a SQLite database ({1}).', path, why));
}
