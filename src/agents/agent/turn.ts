import type { TurnOfRecord } from '../contract/adapter.ts';
import { goValueOf } from '../toolbox/goFields.ts';
import { isJsonObject, type JsonObject } from '../toolbox/jsonObject.ts';
import { isDatabaseRow } from './databaseRows.ts';

/** An answer ends the turn by its stop reason; in the database, which has none, unless it calls tools. */
export function turnIn(record: JsonObject): TurnOfRecord {
  if (isDatabaseRow(record)) {
    return record.kind === 'message' ? turnOf(record.role, reasonOf(record.metadata)) : undefined;
  }
  const message = goValueOf(record, 'message');
  return goValueOf(record, 'type') === 'message' && isJsonObject(message)
    ? turnOf(goValueOf(message, 'role'), goValueOf(message, 'stop_reason'))
    : undefined;
}

function turnOf(role: unknown, stopReason: unknown): TurnOfRecord {
  switch (role) {
    case 'user':
    case 'tool_result':
    case 'tool':
      return 'running';
    case 'assistant':
      return stopReason === 'tool_use'
        ? 'running'
        : stopReason === 'stop' || stopReason === 'aborted'
          ? 'done'
          : 'unclear';
    default:
      return undefined;
  }
}

/** What the stop reason of a row would be. */
function reasonOf(metadata: unknown): string {
  return typeof metadata === 'string' && /"toolCalls":\[[^\]]/i.test(metadata)
    ? 'tool_use'
    : 'stop';
}
