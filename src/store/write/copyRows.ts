import { writeFileSync } from 'node:fs';
import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { UserError } from '#core/userError.ts';
import type { Result } from '../disk/fileSystem.ts';
import type { DatabaseSource } from '../sources/database/databaseSource.ts';
import { makeIndexes, makeTable } from '../sources/database/ownTables.ts';
import {
  loadSqlite,
  type SqliteDatabase,
  type SqlValue,
} from '../sources/database/sqliteModule.ts';

/**
 * Makes a small database of one session's rows, as far as they are read, from which the same layout
 * reads it. Its tables are made from the layout: what another program's schema says is not repeated.
 *
 * @param target a file that is replaced; of no use if this fails.
 * @returns why the agent's database could not be read.
 * @throws UserError if the copy could not be written.
 */
export function copyRows({ database, name }: DatabaseSource, target: string): Result<unknown> {
  const session = database.session(name);
  const sqlite = loadSqlite();
  const copied = database.use((reader) => {
    if (!session.ok || sqlite === undefined) {
      return session;
    }
    const { copied: conditions = {}, indexed } = session.value.tables;
    // The rows are read again from the beginning if somebody wrote meanwhile.
    const copy = writing(() => {
      writeFileSync(target, '', { mode: 0o600 });
      return new sqlite.DatabaseSync(target, { readOnly: false });
    });
    try {
      writing(() => copy.prepare('BEGIN').all());
      for (const [table, condition] of Object.entries(conditions)) {
        const columns = reader.columns.get(table) ?? [];
        const names = ['rowid', ...columns];
        const rows = reader.rows(`SELECT ${names.join(', ')} FROM ${table} WHERE ${condition}`, {
          id: session.value.id,
        });
        writing(() => {
          makeTable(copy, table, columns);
        });
        addRows(copy, table, names, rows);
        writing(() => {
          makeIndexes(copy, table, indexed);
        });
      }
      writing(() => copy.prepare('COMMIT').all());
    } finally {
      copy.close();
    }
    return session;
  });
  return copied.ok ? copied.value : copied;
}

function addRows(
  copy: SqliteDatabase,
  table: string,
  names: readonly string[],
  rows: Iterable<JsonRecord>,
): void {
  const places = names.map(() => '?').join(', ');
  const insert = writing(() =>
    copy.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`),
  );
  for (const row of rows) {
    // SQLite has no table with more than 2,000 columns.
    // oxlint-disable-next-line session-browser/no-spread-calls
    writing(() => insert.all(...names.map((name) => stored(row[name]))));
  }
}

/** A whole number stays one: SQLite would take it for a fraction. */
function stored(value: unknown): SqlValue {
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? BigInt(value)
    : typeof value === 'number' || typeof value === 'string'
      ? value
      : null;
}

/** What fails here is about the copy and not about the agent's database. */
function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new UserError(t('The copy could not be written: {0}', why));
  }
}
