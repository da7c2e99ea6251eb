import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';

const states: Readonly<Record<string, TurnOfRecord>> = {
  task_started: 'running',
  turn_started: 'running',
  user_message: 'running',
  task_complete: 'done',
  turn_complete: 'done',
  turn_aborted: 'done',
  // Older versions wrote no end of a turn, so this may or may not be one.
  agent_message: 'unclear',
  // Items of the conversation.
  message: 'unclear',
  compaction: 'unclear',
  function_call: 'running',
  function_call_output: 'running',
  custom_tool_call: 'running',
  custom_tool_call_output: 'running',
  local_shell_call: 'running',
};

/** A turn ends with an event of its own, since there are such. */
export function turnIn({ type, payload }: JsonObject): TurnOfRecord {
  return (type === 'event_msg' || type === 'response_item') &&
    isJsonObject(payload) &&
    typeof payload.type === 'string' &&
    Object.hasOwn(states, payload.type)
    ? states[payload.type]
    : undefined;
}
