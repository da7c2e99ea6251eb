import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '../toolbox/jsonObject.ts';

/** An answer ends the turn, unless it stops to use tools (fen's `step-loop`). */
export function turnIn({ type, message }: JsonObject): TurnOfRecord {
  if (type !== 'message' || !isJsonObject(message)) {
    return undefined;
  }
  switch (message.role) {
    case 'user':
    case 'tool-result':
      return 'running';
    case 'assistant':
      return message['stop-reason'] === 'tool-use'
        ? 'running'
        : ends.has(message['stop-reason'])
          ? 'done'
          : 'unclear';
    default:
      return undefined;
  }
}

const ends: ReadonlySet<unknown> = new Set(['stop', 'length', 'error', 'aborted']);
