import type { TurnOfRecord } from '../contract/adapter.ts';
import { goValueOf } from '../toolbox/goFields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { automaticStatus } from './compaction.ts';

/** A turn is written when it ends, and otherwise only where Keen compacts in the middle of it. */
export function turnIn(record: JsonObject): TurnOfRecord {
  switch (goValueOf(record, 'kind')) {
    case 'user_message':
      return 'running';
    case 'assistant_turn':
      return 'done';
    case 'compaction_applied': {
      const payload = goValueOf(record, 'compaction_applied');
      const status = isJsonObject(payload) ? goValueOf(payload, 'status') : undefined;
      // `/compact` waits for the turn to end; ours, as part of a chat, says nothing.
      return status === '' ? 'running' : status === automaticStatus ? undefined : 'done';
    }
    default:
      return undefined;
  }
}
