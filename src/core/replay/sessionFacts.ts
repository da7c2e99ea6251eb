import type { SessionEvent, Usage } from '../event.ts';
import type { SessionLink } from '../session.ts';

/** What single events say about the whole session. */
export interface SessionFacts {
  /** Its latest name; undefined if it has none or the name was removed. */
  readonly name: string | undefined;
  readonly parent: SessionLink | undefined;
  readonly usage: Usage | undefined;
  /** The latest date of a line, in epoch ms; undefined if the format does not date lines. */
  readonly updatedAt: number | undefined;
}

export const noFacts: SessionFacts = {
  name: undefined,
  parent: undefined,
  usage: undefined,
  updatedAt: undefined,
};

export function withEvent(facts: SessionFacts, event: SessionEvent): SessionFacts {
  switch (event.kind) {
    case 'sessionStart':
      return event.parent === undefined ? facts : { ...facts, parent: event.parent };
    case 'fork':
      return { ...facts, parent: event.parent };
    case 'sessionTitle':
      return { ...facts, name: event.title.trim() === '' ? undefined : event.title };
    case 'usage': {
      const { name, parent, usage, updatedAt } = facts;
      return { name, parent, usage: sumOf(usage, event.usage), updatedAt };
    }
    default:
      return facts;
  }
}

function sumOf(sum: Usage | undefined, usage: Usage): Usage {
  return sum === undefined
    ? usage
    : {
        input: sum.input + usage.input,
        output: sum.output + usage.output,
        cacheRead: sum.cacheRead + usage.cacheRead,
        cacheWrite: sum.cacheWrite + usage.cacheWrite,
        cost: sum.cost + usage.cost,
      };
}

/** @param time of a line, in epoch ms. Nearly every line has a later one, so nothing is spread. */
export function withTime(facts: SessionFacts, time: number | undefined): SessionFacts {
  const { name, parent, usage, updatedAt } = facts;
  return time === undefined || (updatedAt !== undefined && time <= updatedAt)
    ? facts
    : { name, parent, usage, updatedAt: time };
}
