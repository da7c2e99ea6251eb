import type { SessionEvent } from '#core/events/event.ts';

/** An event of a sub-agent whose records name the session that it works for. */
export function ofSubAgent(event: SessionEvent, id: string | undefined): SessionEvent {
  return event.kind !== 'sessionStart'
    ? event
    : {
        ...event,
        sessionId: id,
        ...(event.sessionId === undefined ? {} : { parent: { id: event.sessionId } }),
        isSubAgent: true,
      };
}
