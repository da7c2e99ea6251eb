import type { DecodeRecord } from '#core/events/decodedLine.ts';
import type { SessionEvent } from '#core/events/event.ts';

/**
 * A decoder for rows, in which each sub-agent of a call is named.
 *
 * @param agentsOf the sub-agents for which an ID stands.
 */
export function withAgents(
  decode: DecodeRecord,
  agentsOf: (id: string) => readonly string[],
): DecodeRecord {
  return (record, source) => {
    const line = decode(record, source);
    return line.events.some(hasAgents)
      ? { ...line, events: line.events.map((event) => named(event, agentsOf)) }
      : line;
  };
}

type WithAgents = Extract<SessionEvent, { readonly agents?: readonly string[] }>;

function hasAgents(event: SessionEvent): event is WithAgents {
  return 'agents' in event;
}

function named(event: SessionEvent, agentsOf: (id: string) => readonly string[]): SessionEvent {
  return hasAgents(event) && event.agents !== undefined
    ? { ...event, agents: event.agents.flatMap(agentsOf) }
    : event;
}
