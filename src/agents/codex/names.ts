import { isJsonObject } from '#core/jsonObject.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { GivenName, NameOf } from '../contract/sources.ts';
import { timeOf } from '../toolbox/dateTime.ts';
import { jsonOr } from '../toolbox/jsonText.ts';
import { codexFolders } from './roots.ts';

/** The list to which `/rename` adds. */
export function nameFiles(env: MachineEnvironment): readonly string[] {
  return codexFolders(env).map((codex) => `${codex}/session_index.jsonl`);
}

/** The last line of an ID counts. */
export function nameOf(env: MachineEnvironment): NameOf {
  const names = new Map<string, GivenName>();
  for (const file of nameFiles(env)) {
    for (const line of (env.configs?.get(file) ?? '').split('\n')) {
      const entry = line.trim() === '' ? undefined : jsonOr(line, undefined);
      if (
        isJsonObject(entry) &&
        typeof entry.id === 'string' &&
        typeof entry.thread_name === 'string'
      ) {
        names.set(entry.id, { name: entry.thread_name, time: timeOf(entry.updated_at) });
      }
    }
  }
  return (id) => names.get(id);
}
