import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import { isHeader, isMessage } from './decode.ts';

/**
 * An answer is written when the model has said it, and its calls when they have ended: one that has words
 * and no calls may be the last of the turn or not.
 */
export function turnIn(record: JsonObject): TurnOfRecord {
  const { type, content, toolCalls, timestamp } = record;
  if (typeof record.$rewindTo === 'string' || (!isMessage(record) && isHeader(record))) {
    return 'unclear';
  }
  // What `/chat save` keeps has no dates, and nobody works on it.
  if (!isMessage(record) || typeof timestamp !== 'string') {
    return undefined;
  }
  if (type === 'user') {
    return 'running';
  }
  if (type !== 'gemini') {
    return type === 'error' ? 'unclear' : undefined;
  }
  const calls = listIn(toolCalls).filter(isJsonObject);
  if (calls.length > 0) {
    return calls.every(({ status }) => status === 'cancelled') ? 'done' : 'running';
  }
  return content === '' ? 'running' : 'unclear';
}
