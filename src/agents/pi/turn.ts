import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '../toolbox/jsonObject.ts';

/** An answer ends the turn by its stop reason, unless that is to use tools. */
export function turnIn({ type, message }: JsonObject): TurnOfRecord {
  if (type !== 'message' || !isJsonObject(message)) {
    return undefined;
  }
  switch (message.role) {
    case 'user':
    case 'toolResult':
      return 'running';
    case 'assistant':
      return message.stopReason === 'toolUse'
        ? 'running'
        : message.stopReason === 'stop' || message.stopReason === 'aborted'
          ? 'done'
          : 'unclear';
    default:
      return undefined;
  }
}
