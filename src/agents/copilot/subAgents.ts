import type { SubAgents } from '../contract/subAgents.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { ofSubAgent } from '../toolbox/subAgentStart.ts';
import { decodeRecord } from './decode.ts';

/** Sub-agents write into the session’s log. */
export const subAgents: SubAgents = {
  inline: recordsOf,
  decode: (record, source) => {
    const line = decodeRecord(record, source);
    return { ...line, events: line.events.map((event) => ofSubAgent(event, undefined)) };
  },
};

/** A line that says nothing. */
const nothing: JsonObject = { type: 'assistant.turn_end', data: {} };

/** The lines that name a call as theirs, or a sub-agent that works for it, as if it were a session. */
function recordsOf(
  records: readonly JsonObject[],
  call: string | undefined,
): readonly JsonObject[] {
  const agents = new Set<unknown>();
  for (const { type, data, agentId } of records) {
    const caller = type === 'subagent.started' && isJsonObject(data) ? data.toolCallId : undefined;
    if (call === undefined || caller === call) {
      agents.add(agentId);
    }
  }
  agents.delete(undefined);
  return records.map((record) => {
    const { type, data, agentId } = record;
    if (type === 'session.start') {
      return record;
    }
    if (!isJsonObject(data)) {
      return nothing;
    }
    const { parentToolCallId: caller } = data;
    const isOwn = caller === undefined ? agents.has(agentId) : caller === (call ?? caller);
    const own = { ...data, parentToolCallId: undefined, source: undefined };
    return isOwn ? { ...record, agentId: undefined, data: own } : nothing;
  });
}
