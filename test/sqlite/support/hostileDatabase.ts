import { readFileSync, writeFileSync } from 'node:fs';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { run, withWriter } from '../../support/agentDatabase.ts';

/** Changes what the schema says, as no statement of SQLite's own would. */
export function patchSchema(path: string, ...statements: readonly string[]): void {
  withWriter(path, (connection) => {
    run(connection, 'PRAGMA writable_schema = ON');
    for (const sql of statements) {
      run(connection, sql);
    }
  });
}

/** The first page of a table or an index. */
export function rootOf(path: string, name: string): number {
  let root: unknown;
  withWriter(path, (connection: SqliteDatabase) => {
    [root] = connection
      .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
      .all(name)
      .map((row) => (row as { rootpage: unknown }).rootpage);
  });
  return Number(root);
}

/** @param change gets the bytes, and gives those that take their place. */
export function patchBytes(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)));
}

const pageBytes = 4096;
/** As many as a page of 4 KB has room for. */
const children = 400;

/**
 * Makes a table of one page, or an index, endless: each page on the way to it names the next one 400 times.
 *
 * @param levels of such pages.
 */
export function repeatTree(path: string, root: number, levels: number): void {
  patchBytes(path, (bytes) => {
    const pages = bytes.length / pageBytes;
    const leaf = bytes.subarray((root - 1) * pageBytes, root * pageBytes);
    const isTable = leaf.readUInt8(0) === 13;
    const added = [leaf];
    for (let level = 1; level < levels; level += 1) {
      added.push(repeating(pages + level, isTable));
    }
    const all = Buffer.concat([bytes, ...added]);
    repeating(pages + levels, isTable).copy(all, (root - 1) * pageBytes);
    all.writeUInt32BE(all.length / pageBytes, 28);
    return all;
  });
}

function repeating(child: number, isTable: boolean): Buffer {
  const page = Buffer.alloc(pageBytes);
  // A row's number is 1; an entry of an index has one column, which is NULL.
  const cell = isTable ? [0, 0, 0, 0, 1] : [0, 0, 0, 0, 2, 2, 0];
  let at = pageBytes;
  for (let place = 0; place < children; place += 1) {
    at -= cell.length;
    Buffer.from(cell).copy(page, at);
    page.writeUInt32BE(child, at);
    page.writeUInt16BE(at, 12 + 2 * place);
  }
  page.writeUInt8(isTable ? 5 : 2, 0);
  page.writeUInt16BE(children, 3);
  page.writeUInt16BE(at, 5);
  page.writeUInt32BE(child, 8);
  return page;
}

/** Makes a page of a table have its first row as often as there is room to name it. */
export function repeatCell(path: string, root: number): void {
  patchBytes(path, (bytes) => {
    const pageAt = (number: number) => bytes.subarray((number - 1) * pageBytes, number * pageBytes);
    let page = pageAt(root);
    while (page.readUInt8(0) === 5) {
      page = pageAt(page.readUInt32BE(page.readUInt16BE(12)));
    }
    const cell = page.readUInt16BE(8);
    const count = Math.floor((cell - 8) / 2);
    page.writeUInt16BE(count, 3);
    for (let place = 0; place < count; place += 1) {
      page.writeUInt16BE(cell, 8 + 2 * place);
    }
    return bytes;
  });
}

const magic = Buffer.from('d9d505f920a163d7', 'hex');

/** A journal of no pages that names another file to be deleted, as SQLite's own super-journal. */
export function writeJournalNaming(path: string, victim: string): void {
  const pages = readFileSync(path).length / pageBytes;
  const head = Buffer.alloc(512);
  magic.copy(head);
  head.writeUInt32BE(pages, 16);
  head.writeUInt32BE(512, 20);
  head.writeUInt32BE(pageBytes, 24);
  const name = Buffer.from(victim);
  const tail = Buffer.alloc(12);
  tail.writeUInt32BE(Math.floor(0x40_00_00_00 / pageBytes) + 1, 0);
  tail.writeUInt32BE(name.length, 4);
  tail.writeInt32BE(
    name.reduce((sum, byte) => (sum + (byte < 128 ? byte : byte - 256)) | 0, 0),
    8,
  );
  writeFileSync(
    `${path}-journal`,
    Buffer.concat([head, tail.subarray(0, 4), name, tail.subarray(4), magic]),
  );
}
