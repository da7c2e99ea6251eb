import type { TurnOfRecord } from '../contract/adapter.ts';
import { goValueOf } from '../toolbox/goFields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { turnOfMessage } from '../toolbox/turnOfMessage.ts';
import { isDatabaseRow } from './databaseRows.ts';

/** An answer ends the turn by its stop reason; in the database, which has none, unless it calls tools. */
export function turnIn(record: JsonObject): TurnOfRecord {
  if (isDatabaseRow(record)) {
    return record.kind === 'message'
      ? turnOfMessage(record.role, reasonOf(record.metadata), words)
      : undefined;
  }
  const message = goValueOf(record, 'message');
  return goValueOf(record, 'type') === 'message' && isJsonObject(message)
    ? turnOfMessage(goValueOf(message, 'role'), goValueOf(message, 'stop_reason'), words)
    : undefined;
}

const words = { results: ['tool_result', 'tool'], toolUse: 'tool_use', ends: ['stop', 'aborted'] };

/** What the stop reason of a row would be. */
function reasonOf(metadata: unknown): string {
  return typeof metadata === 'string' && /"toolCalls":\[[^\]]/i.test(metadata)
    ? 'tool_use'
    : 'stop';
}
