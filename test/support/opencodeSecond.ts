import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturesFolder } from './fixtures.ts';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';

interface SecondSession {
  readonly session: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly rows: readonly SecondRow[];
}

interface SecondRow {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly time_created: number;
  readonly time_updated: number;
  readonly data: unknown;
}

/** A session with every kind of row. */
export function everySecondRow(): SecondSession {
  const text = readFileSync(join(fixturesFolder('opencode'), 'secondRows.json'), 'utf8');
  return JSON.parse(text) as SecondSession;
}

/** The tables as opencode 2 creates them, as far as they are read. @param table of the sessions. */
export function createSecondTables(
  database: SqliteDatabase,
  { table = 'session_v2', later = 'fork_session_id text, fork_boundary text,' } = {},
): void {
  for (const sql of [
    `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, ${later}
      slug text NOT NULL, directory text NOT NULL, title text, version text NOT NULL, revert text,
      time_created integer NOT NULL, time_updated integer NOT NULL, time_archived integer)`,
    `CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL,
      seq integer NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL)`,
    'CREATE UNIQUE INDEX session_message_seq_idx ON session_message (session_id, seq)',
    'CREATE TABLE IF NOT EXISTS kv (key text PRIMARY KEY, value text NOT NULL, time_created integer, time_updated integer)',
  ]) {
    database.prepare(sql).all();
  }
}

export function addSecondSession(
  database: SqliteDatabase,
  { session, rows }: SecondSession,
  table = 'session_v2',
): void {
  const all: Readonly<Record<string, unknown>> = {
    ...{ project_id: 'global', slug: 'quick-nebula', version: '2.0.12' },
    ...session,
  };
  insert(database, table, all);
  for (const row of rows) {
    insert(database, 'session_message', { session_id: session.id, ...row });
  }
}

function insert(
  database: SqliteDatabase,
  table: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : (value as string | number | null),
  );
  const places = names.map(() => '?').join(', ');
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`,
  );
  statement.all(...values);
}

/** A session of a prompt and an answer. */
export function shortSecond(
  id: string,
  said: string,
  more: Readonly<Record<string, unknown>> = {},
  rowId = (seq: number) => `msg_${id}${seq}`,
): SecondSession {
  const created = 1_795_000_000_000;
  const row = (seq: number, type: string, data: object): SecondRow => ({
    ...{ id: rowId(seq), type, seq },
    ...{ time_created: created + seq, time_updated: created + seq, data },
  });
  const tokens = { input: 100, output: 10, reasoning: 0, cache: { read: 0, write: 0 } };
  const time = { created: created + 1, completed: created + 2 };
  return {
    session: {
      ...{ id, directory: '/home/user/project', title: null },
      ...{ time_created: created, time_updated: created + 9 },
      ...more,
    },
    rows: [
      row(0, 'user', { text: said }),
      row(1, 'assistant', {
        ...{ model: { id: 'm', providerID: 'a' }, content: [{ type: 'text', text: 'Answer' }] },
        ...{ finish: 'stop', cost: 0.5, tokens, time },
      }),
    ],
  };
}
