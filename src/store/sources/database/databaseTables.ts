import { isDeepStrictEqual } from 'node:util';
import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import {
  failed,
  resultOf,
  success,
  valueOf,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { newerNames } from '../../disk/newerNames.ts';
import type { DatabaseState } from './databaseState.ts';
import { unreadable, withPages, type Pages } from './pages.ts';
import { schemaIn, type SchemaRow } from './schema.ts';
import { Trees } from './trees.ts';

/** Tables with columns of each. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/** The tables and columns that are read from a database. */
export interface WantedTables {
  /** With the columns that are read. */
  readonly tables: Tables;
  /** The same for tables that may be missing. */
  readonly laterTables?: Tables | undefined;
  /** Columns that may be missing, of any of these. */
  readonly laterColumns?: Tables | undefined;
  /** Columns by which rows are found; the agent has an index that begins with each. */
  readonly indexed: Tables;
  /** The same for newer generations; a database needs the tables of only one. */
  readonly newer?: readonly WantedTables[] | undefined;
}

/** All generations, the newest first. */
export function generationsOf<T>(
  wanted: T & { readonly newer?: readonly T[] | undefined },
): readonly T[] {
  return [...(wanted.newer ?? []), wanted];
}

/** Columns of tables, in any of the generations. */
function merged(wanted: WantedTables, of: (one: WantedTables) => Tables | undefined): Tables {
  const all: Record<string, readonly string[]> = {};
  for (const tables of generationsOf(wanted).map(of)) {
    for (const [table, columns] of Object.entries(tables ?? {})) {
      all[table] = [...new Set([...(all[table] ?? []), ...columns])];
    }
  }
  return all;
}

/** Every table that is read, with its columns. */
function allTables(wanted: WantedTables): Tables {
  return merged(wanted, ({ tables, laterTables }) => ({ ...laterTables, ...tables }));
}

/** Columns by which rows are found, of the tables of all generations. */
export function indexedColumnsOf(wanted: WantedTables): Tables {
  return merged(wanted, (one) => one.indexed);
}

/** The columns that are there, of those that are read, by table. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

/** A table of this name would take the place of a function that statements call. */
const calledFunctions = ['json_each'];

/** The wanted tables that exist and are safe for SQLite to read. */
export interface SoundTables {
  readonly tables: readonly string[];
  readonly schema: readonly SchemaRow[];
  /** They are small enough that all their pages were checked. */
  readonly areSmall: boolean;
  /** Tables with rows that no statement reads, whose names are those of newer generations. */
  readonly newer: readonly string[];
}

/**
 * Checks a database before SQLite opens it: its tables must be ordinary ones, and their pages must hold no more
 * than the file. SQLite’s own list of tables, `pragma_table_list`, evaluates every view, and a view of a few
 * lines can run forever.
 *
 * @param place its real path, and the one for messages.
 * @param before the result for an earlier state, if the database changed only as its agent changes it.
 */
export function tablesIn(
  fileSystem: FileSystem,
  { real, path, wanted }: { real: string; path: string; wanted: WantedTables },
  state: DatabaseState,
  before: SoundTables | undefined,
): Result<SoundTables> {
  if (state.main.size === 0) {
    return tablesOf([], wanted, path);
  }
  return withPages(fileSystem, real, state, (pages) => {
    const trees = new Trees(pages);
    const schema = schemaIn(pages, trees, path);
    if (before !== undefined && isDeepStrictEqual(before.schema, schema)) {
      return { ...before, newer: newerTables(schema, wanted, pages) };
    }
    const found = valueOf(tablesOf(schema, wanted, path));
    for (const { root } of schema.filter((row) => isOf(row, found.tables))) {
      trees.visit(root);
    }
    return trees.isTooMuch
      ? valueOf(unreadable(path, 'database disk image is malformed'))
      : { ...found, areSmall: trees.areAll, newer: newerTables(schema, wanted, pages) };
  });
}

function tablesOf(
  schema: readonly SchemaRow[],
  wanted: WantedTables,
  path: string,
): Result<SoundTables> {
  const named = (name: string) => schema.filter((row) => row.name.toLowerCase() === name);
  const found: string[] = [];
  for (const name of Object.keys(allTables(wanted))) {
    const rows = named(name.toLowerCase()).filter(({ type }) => type === 'table');
    if (rows.length > 0 && !rows.every(({ sql }) => isPlain(name, sql))) {
      return odd(path, name);
    }
    if (rows.length > 0) {
      found.push(name);
    }
  }
  const missing = ({ tables }: WantedTables) =>
    Object.keys(tables).find((name) => !found.includes(name));
  const [name] = generationsOf(wanted).some((one) => missing(one) === undefined)
    ? []
    : [missing(wanted)];
  if (name !== undefined) {
    return failed(t('{0} has no table {1}, so it contains no sessions.', path, name));
  }
  const taken = calledFunctions.find((name) => named(name).length > 0);
  return taken === undefined
    ? success({ tables: found, schema, areSmall: true, newer: [] })
    : odd(path, taken);
}

/** Whether a page is the first of a table without rows. https://www.sqlite.org/fileformat2.html#b_tree_pages */
const leafOfTable = 13;

function newerTables(
  schema: readonly SchemaRow[],
  wanted: WantedTables,
  pages: Pages,
): readonly string[] {
  const tables = schema.filter(({ type }) => type === 'table');
  const newer = newerNames(
    tables.map(({ name }) => name),
    Object.keys(allTables(wanted)),
  );
  return newer.filter((name) => {
    const { root = 0 } = tables.find((table) => table.name === name) ?? {};
    const read = resultOf(() => pages.read(root, Buffer.alloc(5)));
    const head = read.ok ? read.value : Buffer.alloc(0);
    return head.length === 5 && (head.readUInt8(0) !== leafOfTable || head.readUInt16BE(3) > 0);
  });
}

/** The schema lists virtual tables as tables, too; only their statement differs. */
function isPlain(table: string, sql: string): boolean {
  const names = [table, `"${table}"`, `'${table}'`, `\`${table}\``, `[${table}]`];
  const [, name = ''] = /^CREATE TABLE ([^\s(]+)\s*\(/i.exec(sql) ?? [];
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

function odd(path: string, table: string): Result<never> {
  return failed(t('{0} is not read: its table {1} is of a kind that no agent makes.', path, table));
}

/** Whether a row is one of the tables, or one of their indexes. */
function isOf({ name, table, sql }: SchemaRow, tables: readonly string[]): boolean {
  return tables.some((one) => {
    const known = one.toLowerCase();
    // SQLite recognizes an index that its table's statement declares by name alone.
    return sql === ''
      ? name.toLowerCase().startsWith(`sqlite_autoindex_${known}_`)
      : table.toLowerCase() === known;
  });
}

/** The tables as SQLite reports them. */
export interface KnownTables {
  readonly columns: TableColumns;
  /** The database has the agent's indexes, and SQLite uses them. */
  readonly areIndexed: boolean;
}

type Rows = (sql: string) => readonly JsonRecord[];

/** `hidden` of a column that is computed each time it is read. */
const computed: ReadonlySet<unknown> = new Set([2, 3]);
/**
 * Most bytes of default values in a table: the file stores each once, and SQLite returns it in every row older
 * than its column. Agents' defaults have a few bytes.
 */
const mostDefaultLength = 64;
/** `cid` of a part of an index that is computed. */
const expression = -2;

/**
 * The columns of tables, and whether they are indexed.
 *
 * @param tables that are there, see `tablesIn`.
 */
export function columnsOf(
  rows: Rows,
  path: string,
  tables: readonly string[],
  wantedTables: WantedTables,
): Result<KnownTables> {
  const read = allTables(wantedTables);
  const indexed = indexedColumnsOf(wantedTables);
  const columns = new Map<string, readonly string[]>();
  let areIndexed = rows(`SELECT 1 FROM sqlite_master WHERE name LIKE 'sqlite_stat%'`).length === 0;
  for (const table of tables) {
    const wanted = read[table] ?? [];
    const all = rows(`PRAGMA table_xinfo(${table})`);
    const used = all.filter(({ name }) => typeof name === 'string' && wanted.includes(name));
    const bad = used.find(({ hidden }) => computed.has(hidden));
    if (bad !== undefined) {
      return failed(
        t(
          '{0} is not read: its column {1} is computed, which no agent does.',
          path,
          `${table}.${String(bad.name)}`,
        ),
      );
    }
    const lengths = used.map(({ dflt_value: given }) =>
      typeof given === 'string' ? given.length : 0,
    );
    if (lengths.reduce((sum, length) => sum + length, 0) > mostDefaultLength) {
      return failed(
        t(
          '{0} is not read: its table {1} has default values that are longer than those of any agent.',
          path,
          table,
        ),
      );
    }
    columns.set(
      table,
      wanted.filter((one) => used.some(({ name }) => name === one)),
    );
    areIndexed &&= isIndexed(rows, table, all, indexed[table] ?? []);
  }
  return success({ columns, areIndexed });
}

function isIndexed(
  rows: Rows,
  table: string,
  columns: readonly JsonRecord[],
  wanted: readonly string[],
): boolean {
  const keys = columns.filter(({ pk }) => pk !== 0);
  const isRowId = ({ name, type }: JsonRecord) =>
    keys.length === 1 && keys[0]?.name === name && String(type).toUpperCase() === 'INTEGER';
  const firsts = new Set<unknown>(columns.filter(isRowId).map(({ name }) => name));
  for (const { name: index, partial } of rows(`PRAGMA index_list(${table})`)) {
    const parts = rows(`PRAGMA index_xinfo("${String(index).replaceAll('"', '""')}")`);
    if (parts.some(({ cid }) => cid === expression)) {
      return false;
    }
    const [first] = parts;
    if (partial === 0 && first?.coll === 'BINARY') {
      firsts.add(first.name);
    }
  }
  // A column of that name hides the row number.
  return wanted.every((one) => firsts.has(one)) && !columns.some(({ name }) => name === 'rowid');
}

/** What makes missing tables empty ones, and missing columns NULL, in the statement that follows. */
export function missingTables(columns: TableColumns, wanted: WantedTables): string {
  const later = merged(wanted, (one) => one.laterColumns);
  const made = Object.entries(allTables(wanted)).flatMap(([table, names]) => {
    const known = columns.get(table);
    if (known === undefined) {
      const nulls = names.map(() => 'NULL').join(', ');
      return [`${table}(rowid, ${names.join(', ')}) AS (SELECT NULL, ${nulls} WHERE 0)`];
    }
    const missing = (later[table] ?? []).filter((name) => !known.includes(name));
    const all = ['rowid', ...known, ...missing.map((name) => `NULL AS ${name}`)].join(', ');
    return missing.length === 0 ? [] : [`${table} AS (SELECT ${all} FROM main.${table})`];
  });
  return made.length === 0 ? '' : `WITH ${made.join(', ')} `;
}
