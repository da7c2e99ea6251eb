import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot, GivenName, NameDatabase, NameOf } from '../contract/sources.ts';
import { nameIn } from '../toolbox/uri.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { dateValue } from '../toolbox/dateTime.ts';
import { jsonOr } from '../toolbox/jsonText.ts';

/** The list to which `/rename` adds. */
export function nameFiles(env: MachineEnvironment): readonly string[] {
  return codexFolders(env).map((codex) => `${codex}/session_index.jsonl`);
}

/** The last line of an ID counts. */
export function threadNames(env: MachineEnvironment): NameOf {
  const names = new Map<string, GivenName>();
  for (const file of nameFiles(env)) {
    for (const line of (env.configs?.get(file) ?? '').split('\n')) {
      const entry = line.trim() === '' ? undefined : jsonOr(line, undefined);
      if (
        isJsonObject(entry) &&
        typeof entry.id === 'string' &&
        typeof entry.thread_name === 'string'
      ) {
        names.set(entry.id, { name: entry.thread_name, time: dateValue(entry.updated_at) });
      }
    }
  }
  return (id) => names.get(id);
}

/**
 * The list of threads has the names, too. It does not say when one was given: that was before the thread
 * changed last.
 */
export const nameDatabase: NameDatabase = {
  paths: (env) => {
    const { CODEX_SQLITE_HOME: moved = '' } = env.variables;
    const folders = moved === '' ? codexFolders(env) : [moved];
    return folders.map((folder) => `${folder}/state_*.sqlite`);
  },
  tables: { threads: ['id', 'name', 'updated_at', 'updated_at_ms'] },
  laterColumns: { threads: ['name', 'updated_at', 'updated_at_ms'] },
  // A title is the first prompt.
  sql: `
    SELECT id, substr(name, 1, 1000) AS name, ifnull(updated_at_ms, updated_at * 1000) AS time
    FROM threads
    WHERE octet_length(name) BETWEEN 1 AND 100000
    ORDER BY time DESC
    LIMIT 20000`,
};

/** Each of the folders has the sessions of all projects. */
export function rootsIn(folder: string): (env: MachineEnvironment) => readonly StoreRoot[] {
  return (env) => codexFolders(env).map((codex) => ({ path: `${codex}/${folder}`, kind: 'flat' }));
}

/** Each worktree has a folder of its own, named by four digits. */
export function worktreesOf(env: MachineEnvironment, repository: string): readonly string[] {
  return codexFolders(env).map((codex) => `${codex}/worktrees/*/${nameIn(repository)}`);
}

/** `$CODEX_HOME`, else `~/.codex`; none without a home. */
export function codexFolders({ home, variables }: MachineEnvironment): readonly string[] {
  const named = variables.CODEX_HOME ?? '';
  return named !== '' ? [named] : home === '' ? [] : [`${home}/.codex`];
}
