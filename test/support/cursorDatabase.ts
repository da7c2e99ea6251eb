import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { run } from './agentDatabase.ts';

type Values = Readonly<Record<string, unknown>>;

/** A table of values by key, as the editor makes it: a new value is a new row. */
export function createValues(
  connection: SqliteDatabase,
  table: 'ItemTable' | 'cursorDiskKV',
): void {
  run(connection, `CREATE TABLE ${table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`);
}

/** The table of 2026, which tells a composer's name and folder too. */
export function createHeaders(connection: SqliteDatabase): void {
  run(
    connection,
    `CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, createdAt INTEGER,
      lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, recency INTEGER,
      checkpointAt INTEGER, value TEXT)`,
  );
}

export function putHeader(connection: SqliteDatabase, id: string, value: Values): void {
  run(
    connection,
    'INSERT OR REPLACE INTO composerHeaders (composerId, value) VALUES (?, ?)',
    id,
    JSON.stringify(value),
  );
}

/** @param value stored as JSON unless it is a text. */
export function put(
  connection: SqliteDatabase,
  key: string,
  value: unknown,
  table: 'ItemTable' | 'cursorDiskKV' = 'cursorDiskKV',
): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  run(connection, `INSERT INTO ${table} VALUES (?, CAST(? AS BLOB))`, key, text);
}

/** How a window's folder is recorded. */
export const workspaceOf = (folder: string): Values => ({
  id: 'abc',
  uri: { $mid: 1, scheme: 'file', path: folder, fsPath: folder },
});

/**
 * Writes a composer as the editor does.
 *
 * @param text a fixture: the records that database.ts makes of it, a line each.
 * @param more of the composer's own value.
 */
export function addComposer(connection: SqliteDatabase, text: string, more: Values = {}): void {
  const [head = {}, ...records] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Values);
  const { id, name, createdAt, model, folder, parent, isArchived } = head.composer as Values;
  const bubbles = records.flatMap(({ bubble }) => (bubble === undefined ? [] : [bubble as Values]));
  const conversation = records.find((record) => 'conversation' in record);
  put(connection, `composerData:${String(id)}`, {
    _v: 10,
    composerId: id,
    createdAt,
    ...(name === undefined ? {} : { name }),
    ...(model === undefined ? {} : { modelConfig: { modelName: model } }),
    ...(typeof folder === 'string' ? { workspaceIdentifier: workspaceOf(folder) } : {}),
    ...(parent === undefined ? {} : { subagentInfo: { parentComposerId: parent } }),
    ...(isArchived === undefined ? {} : { isArchived }),
    fullConversationHeadersOnly: bubbles.map(({ bubbleId, type }) => ({ bubbleId, type })),
    ...conversation,
    ...more,
  });
  for (const record of records) {
    putBubble(connection, String(id), record);
  }
}

/** One record of a fixture, with the contents of files that it names. */
export function putBubble(connection: SqliteDatabase, id: string, record: Values): void {
  const { bubble, before, after } = record as { bubble?: Values; before?: string; after?: string };
  if (bubble === undefined) {
    return;
  }
  put(connection, `bubbleId:${id}:${String(bubble.bubbleId)}`, bubble);
  const { result } = (bubble.toolFormerData ?? {}) as { result?: string };
  const ids = (result?.startsWith('{') === true ? JSON.parse(result) : {}) as Values;
  for (const [key, text] of [
    [ids.beforeContentId, before],
    [ids.afterContentId, after],
  ]) {
    if (typeof key === 'string' && typeof text === 'string') {
      put(connection, key, text);
    }
  }
}
