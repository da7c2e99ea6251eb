import type { SessionEvent, Usage, UsageEvent } from '../event.ts';
import type { SessionLink } from '../session.ts';

/** What single events say about the whole session. */
export interface SessionFacts {
  /** Its latest name; undefined if it has none or the name was removed. */
  readonly name: string | undefined;
  /** The user gave it; what the agent finds later changes nothing. */
  readonly isNameGiven: boolean;
  readonly parent: SessionLink | undefined;
  /** Lines that a fork began with, if its log says so. */
  readonly forkLines: number | undefined;
  readonly usage: Usage | undefined;
  /** The last usage that was added, where the format repeats them. */
  readonly lastUsage: UsageEvent | undefined;
  /** The latest date of a line, in epoch ms; undefined if the format does not date lines. */
  readonly updatedAt: number | undefined;
}

export const noFacts: SessionFacts = {
  name: undefined,
  isNameGiven: false,
  parent: undefined,
  forkLines: undefined,
  usage: undefined,
  lastUsage: undefined,
  updatedAt: undefined,
};

export function withEvent(facts: SessionFacts, event: SessionEvent): SessionFacts {
  switch (event.kind) {
    case 'sessionStart':
      return event.parent === undefined ? facts : { ...facts, parent: event.parent };
    case 'fork':
      return { ...facts, parent: event.parent, forkLines: event.lines };
    case 'sessionTitle': {
      const isNameGiven = event.isGenerated !== true;
      return facts.isNameGiven && !isNameGiven
        ? facts
        : { ...facts, name: event.title.trim() === '' ? undefined : event.title, isNameGiven };
    }
    case 'usage':
      return event.isBase === true ? withBase(facts, event) : withUsage(facts, event);
    default:
      return facts;
  }
}

function withBase(facts: SessionFacts, event: UsageEvent): SessionFacts {
  const { othersLines } = event;
  return othersLines === undefined
    ? { ...facts, lastUsage: event }
    : { ...facts, lastUsage: event, forkLines: othersLines, usage: undefined };
}

/**
 * Nearly every answer has its usage, so nothing is spread. Repeated on each record of an answer, it
 * counts once, as the record says that counted the most.
 */
function withUsage(facts: SessionFacts, event: UsageEvent): SessionFacts {
  const { name, isNameGiven, parent, forkLines, usage, lastUsage, updatedAt } = facts;
  const before = event.id !== undefined && lastUsage?.id === event.id ? lastUsage.usage : undefined;
  if (before !== undefined && event.usage.output <= before.output) {
    return facts;
  }
  const without = before === undefined ? usage : sumOf(usage ?? noUsage, before, -1);
  const sum = sumOf(without, event.usage, 1);
  return { name, isNameGiven, parent, forkLines, usage: sum, lastUsage: event, updatedAt };
}

const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

function sumOf(sum: Usage | undefined, usage: Usage, sign: 1 | -1): Usage {
  return sum === undefined
    ? usage
    : {
        input: sum.input + sign * usage.input,
        output: sum.output + sign * usage.output,
        cacheRead: sum.cacheRead + sign * usage.cacheRead,
        cacheWrite: sum.cacheWrite + sign * usage.cacheWrite,
        cost: sum.cost + sign * usage.cost,
      };
}

/** @param time of a line, in epoch ms. Nearly every line has a later one, so nothing is spread. */
export function withTime(facts: SessionFacts, time: number | undefined): SessionFacts {
  const { name, isNameGiven, parent, forkLines, usage, lastUsage, updatedAt } = facts;
  return time === undefined || (updatedAt !== undefined && time <= updatedAt)
    ? facts
    : { name, isNameGiven, parent, forkLines, usage, lastUsage, updatedAt: time };
}
