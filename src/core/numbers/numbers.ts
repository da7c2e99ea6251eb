import type { AgentId } from '../events/session.ts';
import type { KnownLimits } from '../events/limits.ts';
import type { SessionTimes } from './times.ts';

/** What is counted. Tokens are those that the agents' logs report. */
export interface Counts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** US dollars, as far as the agent computed them or prices are known. */
  readonly cost: number;
  /** Of these, what prices say. */
  readonly estimated: number;
  /** Tokens whose price nobody knows. */
  readonly unpriced: number;
  readonly prompts: number;
  /** Tool calls and commands, and how many of them failed. */
  readonly calls: number;
  readonly failed: number;
}

export const noCounts: Counts = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cost: 0,
  estimated: 0,
  unpriced: 0,
  prompts: 0,
  calls: 0,
  failed: 0,
};

/** A sum that grows. */
export type Sum = { -readonly [Name in keyof Counts]: number };

/** Written out: a page adds up tens of thousands at a time. */
export function addCounts(sum: Sum, counts: Partial<Counts>): void {
  sum.input += counts.input ?? 0;
  sum.output += counts.output ?? 0;
  sum.cacheRead += counts.cacheRead ?? 0;
  sum.cacheWrite += counts.cacheWrite ?? 0;
  sum.cost += counts.cost ?? 0;
  sum.estimated += counts.estimated ?? 0;
  sum.unpriced += counts.unpriced ?? 0;
  sum.prompts += counts.prompts ?? 0;
  sum.calls += counts.calls ?? 0;
  sum.failed += counts.failed ?? 0;
}

/** What a session did on one day with one model, itself or in its sub-agents. */
export interface NumbersCell extends Counts {
  /** As in `2026-11-20`, by this machine's clock; empty if nothing says when. */
  readonly day: string;
  /** Empty if the log does not name it. */
  readonly model: string;
  readonly isSubAgent: boolean;
}

export interface SessionNumbers extends SessionCells, SessionTimes {
  /** The last limits of the account that its log knows. */
  readonly limits?: KnownLimits;
}

/** What a session did. */
export interface SessionCells {
  readonly path: string;
  readonly agent: AgentId;
  /** The session's folder; empty if unknown. */
  readonly folder: string;
  readonly cells: readonly NumbersCell[];
}

export type Dimension = 'day' | 'agent' | 'model' | 'folder';

/** What some sessions did, that of their sub-agents apart. */
export interface NumbersGroup {
  readonly key: string;
  readonly sessions: number;
  readonly own: Counts;
  readonly subAgents: Counts;
}

/** Which cells count. */
export interface NumbersChoice {
  /** The first day that does; all if empty. */
  readonly from: string;
  /** The day that stands for others; undefined for one that does not count. */
  readonly dayFor?: (day: string) => string | undefined;
}

function keyIn(session: SessionCells, cell: NumbersCell, day: string, by: Dimension): string {
  switch (by) {
    case 'day':
      return day;
    case 'model':
      return cell.model;
    default:
      return session[by];
  }
}

/**
 * Groups in no order. A session counts once in each group in which it did something.
 *
 * @param by what a key is made of, with `separator` between its parts.
 */
export function groupsBy(
  sessions: readonly SessionCells[],
  by: readonly Dimension[],
  { from, dayFor = (day) => day }: NumbersChoice,
): readonly NumbersGroup[] {
  const groups = new Map<string, GrowingGroup>();
  for (const session of sessions) {
    const its = new Set<GrowingGroup>();
    for (const cell of session.cells) {
      const day = cell.day < from ? undefined : dayFor(cell.day);
      if (day !== undefined) {
        const key = by.map((one) => keyIn(session, cell, day, one)).join(separator);
        const group = groups.get(key) ?? newGroup(key);
        groups.set(key, group);
        its.add(group);
        addCounts(cell.isSubAgent ? group.subAgents : group.own, cell);
      }
    }
    for (const group of its) {
      group.sessions += 1;
    }
  }
  return [...groups.values()];
}

/** Between the parts of a key; no name has it. */
export const separator = '\0';

interface GrowingGroup extends NumbersGroup {
  sessions: number;
  readonly own: Sum;
  readonly subAgents: Sum;
}

function newGroup(key: string): GrowingGroup {
  return { key, sessions: 0, own: { ...noCounts }, subAgents: { ...noCounts } };
}

/** How much of sessions their cost says something of. */
export interface Covered {
  readonly agents: number;
  /** Agents of which any cost is known. */
  readonly withCost: number;
  /** Names of models without a price, the most used first; an empty one is a model that no log names. */
  readonly unpriced: readonly string[];
}

export function coveredBy(sessions: readonly SessionCells[], choice: NumbersChoice): Covered {
  const agents = groupsBy(sessions, ['agent'], choice);
  const missing = ({ own, subAgents }: NumbersGroup) => own.unpriced + subAgents.unpriced;
  return {
    agents: agents.length,
    withCost: agents.filter(({ own, subAgents }) => own.cost + subAgents.cost > 0).length,
    unpriced: groupsBy(sessions, ['model'], choice)
      .filter((group) => missing(group) > 0)
      .sort((a, b) => missing(b) - missing(a))
      .map(({ key }) => key),
  };
}

/** All of it as one group. */
export function totalOf(sessions: readonly SessionCells[], choice: NumbersChoice): NumbersGroup {
  const [total = newGroup('')] = groupsBy(sessions, [], choice);
  return total;
}

/** The latest limits that each agent knew. */
export function latestLimits(
  sessions: readonly Pick<SessionNumbers, 'agent' | 'limits'>[],
): readonly (KnownLimits & { readonly agent: AgentId })[] {
  const latest = new Map<AgentId, KnownLimits>();
  for (const { agent, limits } of sessions) {
    if (limits !== undefined && limits.time > (latest.get(agent)?.time ?? -Infinity)) {
      latest.set(agent, limits);
    }
  }
  return [...latest].map(([agent, limits]) => ({ agent, ...limits }));
}
