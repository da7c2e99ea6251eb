import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';

/** An answer ends the turn by its reason to finish, unless that is to use tools. */
export function turnIn({ info }: JsonObject): TurnOfRecord {
  if (!isJsonObject(info)) {
    return undefined;
  }
  if (info.role === 'user') {
    return 'running';
  }
  if (info.role === 'idle') {
    return 'done';
  }
  if (info.role === 'shell' || info.role === 'compaction') {
    return info.status === 'running' ? 'running' : 'unclear';
  }
  if (info.role !== 'assistant') {
    return undefined;
  }
  const { time, finish, error } = info;
  if (isJsonObject(error)) {
    return 'done';
  }
  if (!isJsonObject(time) || typeof time.completed !== 'number') {
    return 'running';
  }
  return finish === 'tool-calls' ? 'running' : finish === 'stop' ? 'done' : 'unclear';
}
