import type { FolderLayout } from '../contract/sources.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { dataFolder, messageRecord } from './record.ts';

/** Below the data folder, and below a folder that the user adds. */
const folder = 'storage/session';

/**
 * The JSON files before the database: a session, its messages and their parts in three trees. IDs are
 * the names of files, as opencode itself takes them, for it moved files without rewriting them.
 */
export const opencodeTree: FolderLayout = {
  kind: 'folder',
  folder,
  mayBeInDatabase: true,
  roots: (env) => {
    const data = dataFolder(env);
    return data === undefined ? [] : [{ path: `${data}/${folder}`, kind: 'flat' }];
  },
  path: ['*', '*.json'],
  fallbackId: idInName(/\.json$/),
  entriesIn: (session) => ['..', '..', 'message', session],
  partsIn: (message) => ['..', '..', 'part', message],
  headerOf: ({ id, value }) => ({ info: { ...objectOf(value), id } }),
  recordOf: (message, session, { partsOf, found }) => {
    const info = { ...objectOf(message.value), id: message.id, sessionID: session.id };
    const { revert } = objectOf(session.value);
    const undone = isJsonObject(revert) ? revert : {};
    const { messageID: first, partID } = undone;
    return messageRecord(
      info,
      (id) => partsOf(id).map((part) => ({ ...objectOf(part.value), id: part.id })),
      found,
      typeof first === 'string' && message.id >= first
        ? { messageID: first, ...(typeof partID === 'string' ? { partID } : {}) }
        : undefined,
    );
  },
};

/** Anything else than an object stays as it is, and is of no known kind. */
function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : { data: value };
}
