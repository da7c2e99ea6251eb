import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';

const states: Readonly<Record<string, TurnOfRecord>> = {
  'user.message': 'running',
  'tool.execution_start': 'running',
  'tool.execution_complete': 'running',
  'permission.requested': 'waiting',
  'permission.completed': 'running',
  'session.error': 'unclear',
  'session.task_complete': 'done',
  'session.shutdown': 'done',
  abort: 'done',
};

/** An answer without requests for tools ends the turn. */
export function turnIn({ type, data }: JsonObject): TurnOfRecord {
  if (typeof type !== 'string' || !isJsonObject(data) || data.parentToolCallId !== undefined) {
    return undefined;
  }
  if (type === 'assistant.message') {
    const { toolRequests } = data;
    return Array.isArray(toolRequests) && toolRequests.length > 0 ? 'running' : 'done';
  }
  return Object.hasOwn(states, type) ? states[type] : undefined;
}
