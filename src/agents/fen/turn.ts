import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { turnOfMessage } from '../toolbox/turnOfMessage.ts';

/** An answer ends the turn, unless it stops to use tools (fen's `step-loop`). */
export function turnIn({ type, message }: JsonObject): TurnOfRecord {
  return type === 'message' && isJsonObject(message)
    ? turnOfMessage(message.role, message['stop-reason'], words)
    : undefined;
}

const words = {
  results: ['tool-result'],
  toolUse: 'tool-use',
  ends: ['stop', 'length', 'error', 'aborted'],
};
