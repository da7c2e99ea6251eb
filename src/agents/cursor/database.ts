import { defined } from '#base/defined.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { DatabaseLayout } from '../contract/databaseLayout.ts';
import type { StoreRoot } from '../contract/sources.ts';
import { settingsFolder, slashed, workspaceFile } from '../toolbox/editorFolders.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/sessionIds.ts';
import { isTooLong } from '../toolbox/sessionSql.ts';
import { parsedValue } from '../toolbox/jsonText.ts';

const file = 'state.vscdb';
const columns = ['key', 'value'];

/** A value as JSON; an empty object if it is none. */
const json = (column: string) =>
  `iif(json_valid(CAST(${column} AS TEXT)), CAST(${column} AS TEXT), '{}')`;
/** The values of one composer, whose ID is `id`, and its bubbles. */
const composerOf = (id: string) => `key = 'composerData:' || ${id}`;
const bubblesOf = (id: string) =>
  `key > 'bubbleId:' || ${id} || ':' AND key < 'bubbleId:' || ${id} || ';'`;
/** The elements of a list in a composer that are objects, as \`one\`. */
const each = (list: string) => `json_each(${json('composer.value')}, '$.${list}') AS one`;
const member = (name: string) => `iif(one.type = 'object', one.value ->> '$.${name}', NULL)`;
const hasHeaders = `json_array_length(${json('composer.value')}, '$.fullConversationHeadersOnly') > 0`;
const hasConversation = `json_array_length(${json('composer.value')}, '$.conversation') > 0`;
/** The bubbles of the composer `$id` that its headers name. */
const named = `cursorDiskKV AS composer, ${each('fullConversationHeadersOnly')}
  JOIN cursorDiskKV AS bubble ON bubble.key = 'bubbleId:' || $id || ':' || ${member('bubbleId')}
  WHERE composer.${composerOf('$id')} AND bubble.value IS NOT NULL`;
/** Those of a composer without headers. */
const unnamed = `cursorDiskKV AS bubble WHERE bubble.${bubblesOf('$id').replace('AND ', 'AND bubble.')}
  AND bubble.value IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM cursorDiskKV AS composer WHERE composer.${composerOf('$id')} AND ${hasHeaders})`;
const version = (table: string) =>
  `${table}.rowid || ' ' || octet_length(${table}.value) AS version`;
const isShort = (value: string) => `octet_length(${value}) <= 1048576`;

/** A folder on this machine in what Cursor says about a window. */
const folderIn = (value: string) =>
  ['fsPath', 'path'].map(
    (name) => `iif(ifnull(${value} ->> '$.workspaceIdentifier.uri.scheme', 'file') = 'file',
      ${value} ->> '$.workspaceIdentifier.uri.${name}', NULL)`,
  );
const either = (name: string) => `ifnull(nullif(head ->> '$.${name}', ''), own ->> '$.${name}')`;

/** Where an edit says under which keys the file lies, before and after it. */
const contents = ['before', 'after']
  .map((state) => {
    const result = json(`${json('cursorDiskKV.value')} ->> '$.toolFormerData.result'`);
    return `iif(instr(CAST(cursorDiskKV.value AS TEXT), 'ContentId') > 0, ${result} ->> '$.${state}ContentId', NULL)`;
  })
  .join(', ');

/**
 * The editor's own database: values by key, among them one for each composer and each of its bubbles. Which
 * bubbles count, and their order, only the composer's value tells. Values are replaced by new rows, so a
 * row's number tells whether it changed.
 */
export const cursorDatabase: DatabaseLayout = {
  kind: 'database',
  file,
  roots,
  path: ['*'],
  fallbackId: idInName(/\.jsonl$/),
  subAgents: { logsOf: (_, id) => [[`${id}.jsonl`]] },
  tables: { cursorDiskKV: columns },
  laterTables: { composerHeaders: ['composerId', 'value'], ItemTable: columns },
  indexed: { cursorDiskKV: ['key'], composerHeaders: ['composerId'], ItemTable: ['key'] },
  folders: {
    ownSql: `
      SELECT ${member('composerId')} AS id, ifnull(${folderIn(`iif(one.type = 'object', one.value, '{}')`).join(', ')}) AS folder
      FROM ItemTable AS composer, ${each('allComposers')}
      WHERE composer.key = 'composer.composerHeaders'`,
    path: ['..', 'workspaceStorage'],
    folderFile: workspaceFile,
    file,
    tables: { ItemTable: columns },
    indexed: { ItemTable: ['key'] },
    sql: `
      SELECT ${member('composerId')} AS id
      FROM ItemTable AS composer, ${each('allComposers')}
      WHERE composer.key = 'composer.composerData'`,
  },
  sessionsSql: `
    SELECT key AS place, ${isTooLong('key')} AS tooLong, iif(${isTooLong('key')}, NULL, substr(key, 14)) AS id
    FROM cursorDiskKV WHERE key > ifnull($after, 'composerData:') AND key < 'composerData;'
    ORDER BY key LIMIT $count`,
  sessionSql: `
    SELECT $id AS id, 0 AS tooLong, composer.rowid || ' ' || ifnull(octet_length(composer.value), 0) AS value,
      bubbles.version AS bubbles,
      (SELECT json_array(${json('value')} ->> '$.name', ${json('value')} ->> '$.lastUpdatedAt',
          ${json('value')} ->> '$.isArchived')
        FROM composerHeaders WHERE composerId = $id LIMIT 1) AS head
    FROM cursorDiskKV AS composer, (
      SELECT count(*) AS count, count(*) || ' ' || ifnull(max(rowid), 0) AS version
      FROM cursorDiskKV WHERE ${bubblesOf('$id')}) AS bubbles
    WHERE composer.${composerOf('$id')} AND (bubbles.count > 0 OR ${hasConversation})`,
  stateSql: `
    SELECT substr(${either('name')}, 1, 1000) AS name,
      ${either('createdAt')} AS created_at,
      max(ifnull(own ->> '$.lastUpdatedAt', 0), ifnull(head ->> '$.lastUpdatedAt', 0)) AS updated_at,
      substr(own ->> '$.modelConfig.modelName', 1, 200) AS model,
      substr(coalesce(${['head', 'own'].flatMap(folderIn).join(', ')}), 1, 4096) AS folder,
      substr(${either('subagentInfo.parentComposerId')}, 1, 200) AS parent,
      ${either('isArchived')} AS archived,
      ifnull(size, 0) + octet_length(head) + (SELECT ifnull(sum(octet_length(value)), 0) FROM cursorDiskKV
        WHERE ${bubblesOf('$id')}) AS bytes
    FROM (
      SELECT ${json('composer.value')} AS own, octet_length(composer.value) AS size,
        ifnull((SELECT ${json('value')} FROM composerHeaders WHERE composerId = $id LIMIT 1), '{}') AS head
      FROM cursorDiskKV AS composer WHERE ${composerOf('$id')})`,
  openingSql: `
    SELECT * FROM (
      SELECT bubble.key, bubble.value FROM ${named}
        AND ${member('type')} = 1 AND ${isShort('bubble.value')} ORDER BY one.key LIMIT 4)
    UNION ALL SELECT * FROM (
      SELECT bubble.key, bubble.value FROM ${unnamed} AND ${isShort('bubble.value')}
        AND ${json('bubble.value')} ->> '$.type' = 1
      ORDER BY ${json('bubble.value')} ->> '$.createdAt', bubble.rowid LIMIT 4)
    UNION ALL SELECT * FROM (
      SELECT '', one.value FROM cursorDiskKV AS composer, ${each('conversation')}
      WHERE composer.${composerOf('$id')} AND ${member('type')} = 1 AND ${isShort('one.value')}
      ORDER BY one.key LIMIT 4)`,
  entries: {
    table: 'cursorDiskKV',
    key: 'rowid',
    session: `CASE WHEN key GLOB 'composerData:*' THEN substr(key, 14)
      ELSE substr(key, 10, instr(substr(key, 10), ':') - 1) END`,
    areRewritten: true,
    listSql: `
      SELECT rowid, version FROM (
        SELECT bubble.rowid AS rowid, ${version('bubble')}, one.key AS place, '' AS time FROM ${named}
        UNION ALL
        SELECT bubble.rowid, ${version('bubble')}, bubble.rowid, ${json('bubble.value')} ->> '$.createdAt'
        FROM ${unnamed}
        UNION ALL
        SELECT composer.rowid, ${version('composer')}, 0, '' FROM cursorDiskKV AS composer
        WHERE composer.${composerOf('$id')} AND ${hasConversation}
          AND NOT EXISTS (SELECT 1 FROM cursorDiskKV WHERE ${bubblesOf('$id')}))
      ORDER BY time, place`,
    parts: { table: 'cursorDiskKV', entry: 'key', names: contents, order: ['key'] },
  },
  headerOf: ({ id, name, created_at, model, folder, parent, archived }) => ({
    composer: {
      id,
      ...(isText(name) ? { name } : {}),
      ...(typeof created_at === 'number' ? { createdAt: created_at } : {}),
      ...(isText(model) ? { model } : {}),
      ...(isText(folder) ? { folder } : {}),
      ...(isText(parent) ? { parent } : {}),
      ...(archived === 1 ? { isArchived: true } : {}),
    },
  }),
  recordOf: ({ key, value }, { partsOf }) => {
    const data = parsedValue(value);
    if (typeof key === 'string' && key.startsWith('composerData:')) {
      return { conversation: isJsonObject(data) ? data.conversation : data };
    }
    return { bubble: data, ...contentsOf(data, (id) => partsOf(id)[0]?.value) };
  },
  changedAt: ({ updated_at, created_at }) =>
    [updated_at, created_at].find((time) => typeof time === 'number' && time > 0) as
      | number
      | undefined,
};

/** The editor's folder; that of this window too, if it is Cursor under another name. */
function roots(env: MachineEnvironment): readonly StoreRoot[] {
  const settings = settingsFolder(env);
  const { user } = slashed(env.window);
  const known = settings === undefined ? [] : [`${settings}/Cursor/User`];
  return known.map((folder) => ({
    path: `${folder}/globalStorage/${file}`,
    kind: 'flat',
    // Cursor writes there all the time, and only its own windows need to know at once.
    ...(folder === user ? {} : { watched: [] }),
  }));
}

/** The file before and after an edit, which lie under keys of their own. */
function contentsOf(bubble: unknown, textOf: (id: string) => unknown): JsonObject {
  const tool = isJsonObject(bubble) ? bubble.toolFormerData : undefined;
  const result = isJsonObject(tool) ? parsedValue(tool.result) : undefined;
  const { beforeContentId, afterContentId } = isJsonObject(result) ? result : {};
  return defined({
    before: contentOf(beforeContentId, textOf),
    after: contentOf(afterContentId, textOf),
  });
}

function contentOf(id: unknown, textOf: (id: string) => unknown): string | undefined {
  const text = isText(id) && id.startsWith('composer.content.') ? textOf(id) : undefined;
  return typeof text === 'string' ? text : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
