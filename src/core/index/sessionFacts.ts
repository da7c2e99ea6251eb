import type { ForkEvent, SessionEvent, UsageEvent } from '../events/event.ts';
import type { SessionLink } from '../events/session.ts';
import { type Usage, beyond, noUsage, sumOf } from '../events/usage.ts';
import { spentMore, type Asked, type Spent } from '../prices/spending.ts';

/** What single events say about the whole session. */
export interface SessionFacts {
  /** Its latest name; undefined if it has none or the name was removed. */
  readonly name: string | undefined;
  /** The user gave it; what the agent finds later changes nothing. */
  readonly isNameGiven: boolean;
  readonly parent: SessionLink | undefined;
  /** Whose session the parent is, if the log says so. */
  readonly parentAgent: ForkEvent['parentAgent'];
  /** Lines that a fork began with, if its log says so. */
  readonly forkLines: number | undefined;
  /** The last line that says about itself that it is the parent's. */
  readonly copiedTo: number | undefined;
  /** When it was started, in epoch ms. */
  readonly startedAt: number | undefined;
  /** What is dated before its start is a copy of another's, whether it names that or not. */
  readonly isDated: boolean;
  readonly usage: Usage | undefined;
  /** The same by what it costs. */
  readonly spent: Spent | undefined;
  /** The last usage that was added, where the format repeats them. */
  readonly lastUsage: UsageEvent | undefined;
  /** The latest date of a line, in epoch ms; undefined if the format does not date lines. */
  readonly updatedAt: number | undefined;
}

export const noFacts: SessionFacts = {
  name: undefined,
  isNameGiven: false,
  parent: undefined,
  parentAgent: undefined,
  forkLines: undefined,
  copiedTo: undefined,
  startedAt: undefined,
  isDated: false,
  usage: undefined,
  spent: undefined,
  lastUsage: undefined,
  updatedAt: undefined,
};

/** @param asked who used what an event tells. */
export function withEvent(
  facts: SessionFacts,
  event: SessionEvent,
  line: number,
  asked: Asked = nobody,
): SessionFacts {
  switch (event.kind) {
    case 'sessionStart':
      return {
        ...facts,
        copiedTo: event.isCopy === true ? Math.max(facts.copiedTo ?? 0, line) : facts.copiedTo,
        parent: event.parent ?? facts.parent,
        startedAt:
          event.mayRepeat === true
            ? (facts.startedAt ?? event.createdAt)
            : (event.createdAt ?? facts.startedAt),
        isDated: facts.isDated || event.copiesKeepDates === true,
      };
    case 'fork':
      return {
        ...facts,
        parent: event.parent,
        parentAgent: event.parentAgent,
        forkLines: event.lines,
      };
    case 'sessionTitle': {
      const isNameGiven = event.isGenerated !== true;
      if (event.ofEntry !== undefined) {
        return facts;
      }
      return facts.isNameGiven && !isNameGiven
        ? facts
        : { ...facts, name: event.title.trim() === '' ? undefined : event.title, isNameGiven };
    }
    case 'usage':
      return event.isBase === true ? withBase(facts, event) : withUsage(facts, event, asked);
    default:
      return facts;
  }
}

const nobody: Asked = { model: '', time: undefined };

/** Whether a line is a copy of another session's, which counts there. @param time of the line. */
export function isOthers(
  { parent, forkLines, isDated, startedAt: known }: SessionFacts,
  line: number,
  time: number | undefined,
  startedAt = known,
): boolean {
  if (forkLines !== undefined) {
    return line <= forkLines;
  }
  const mayCopy = parent !== undefined || isDated;
  return mayCopy && time !== undefined && startedAt !== undefined && time < startedAt;
}

/** The event, as one of usage that was counted elsewhere if that is so. */
export function ownEvent(
  facts: SessionFacts,
  event: SessionEvent,
  line: number,
  time: number | undefined,
): SessionEvent {
  return event.kind === 'usage' && event.isBase !== true && isOthers(facts, line, time)
    ? { ...event, isBase: true }
    : event;
}

function withBase(facts: SessionFacts, event: UsageEvent): SessionFacts {
  const { othersLines } = event;
  return othersLines === undefined
    ? { ...facts, lastUsage: event }
    : { ...facts, lastUsage: event, forkLines: othersLines, usage: undefined, spent: undefined };
}

/**
 * Nearly every answer has its usage, so nothing is spread. Repeated on each record of an answer, it
 * counts once, as the record says that counted the most.
 */
function withUsage(facts: SessionFacts, event: UsageEvent, asked: Asked): SessionFacts {
  const { usage, spent, lastUsage } = facts;
  if (event.isSum === true) {
    const more = beyond(event.usage, usage ?? noUsage);
    return { ...facts, usage: sumOf(usage, more, 1), spent: spentMore(spent, more, more, asked) };
  }
  const before = event.id !== undefined && lastUsage?.id === event.id ? lastUsage.usage : undefined;
  if (before !== undefined && event.usage.output <= before.output) {
    return facts;
  }
  const more = before === undefined ? event.usage : sumOf(event.usage, before, -1);
  return changed(
    facts,
    sumOf(usage, more, 1),
    spentMore(spent, more, event.usage, asked),
    event,
    facts.updatedAt,
  );
}

/** @param time of a line, in epoch ms. Nearly every line has a later one, so nothing is spread. */
export function withTime(facts: SessionFacts, time: number | undefined): SessionFacts {
  const { usage, spent, lastUsage, updatedAt } = facts;
  return time === undefined || (updatedAt !== undefined && time <= updatedAt)
    ? facts
    : changed(facts, usage, spent, lastUsage, time);
}

function changed(
  { name, isNameGiven, parent, parentAgent, forkLines, copiedTo, startedAt, isDated }: SessionFacts,
  usage: Usage | undefined,
  spent: Spent | undefined,
  lastUsage: UsageEvent | undefined,
  updatedAt: number | undefined,
): SessionFacts {
  return {
    name,
    isNameGiven,
    parent,
    parentAgent,
    forkLines,
    copiedTo,
    startedAt,
    isDated,
    usage,
    spent,
    lastUsage,
    updatedAt,
  };
}
