import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { turnOfMessage } from '../toolbox/turnOfMessage.ts';

/** An answer ends the turn by its stop reason, unless that is to use tools. */
export function turnIn({ type, message }: JsonObject): TurnOfRecord {
  return type === 'message' && isJsonObject(message)
    ? turnOfMessage(message.role, message.stopReason, words)
    : undefined;
}

const words = { results: ['toolResult'], toolUse: 'toolUse', ends: ['stop', 'aborted'] };
