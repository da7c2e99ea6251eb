import { t } from '#base/l10n.ts';
import { failed, success, type Result } from '../../disk/fileSystem.ts';
import type { DatabaseReader } from './readDatabase.ts';

/** The columns that are there, of those that are read, by table. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

/** Tables with the columns that are read from them. */
type Tables = Readonly<Record<string, readonly string[]>>;

/** `hidden` of a column that is computed each time it is read. */
const computed: ReadonlySet<unknown> = new Set([2, 3]);

/**
 * The columns of a database's tables.
 *
 * @param path of the database, for messages.
 * @param later tables that may be missing.
 * @returns a failure where it is not as the agent makes it.
 */
export function columnsOf(
  reader: DatabaseReader,
  path: string,
  tables: Tables,
  later: Tables = {},
): Result<TableColumns> {
  // A view or a virtual table has no page of its own, and may compute anything.
  const found = new Set(
    [...reader.rows(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)].map(
      ({ name }) => name,
    ),
  );
  const there = new Map<string, readonly string[]>();
  for (const [table, columns] of Object.entries({ ...later, ...tables })) {
    if (!found.has(table) && table in later) {
      continue;
    }
    if (!found.has(table)) {
      return failed(t('{0} has no table {1}, so it contains no sessions.', path, table));
    }
    const all = [...reader.rows('SELECT name, hidden FROM pragma_table_xinfo(?)', table)];
    const used = all.filter(({ name }) => typeof name === 'string' && columns.includes(name));
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
    there.set(
      table,
      columns.filter((one) => used.some(({ name }) => name === one)),
    );
  }
  return success(there);
}

/** What makes missing tables empty ones in the statement that follows. */
export function missingTables(columns: TableColumns, later: Tables = {}): string {
  const missing = Object.entries(later).filter(([table]) => !columns.has(table));
  const empty = missing.map(
    ([table, names]) =>
      `${table}(${names.join(', ')}) AS (SELECT ${names.map(() => 'NULL').join(', ')} WHERE 0)`,
  );
  return empty.length === 0 ? '' : `WITH ${empty.join(', ')} `;
}
