import type { AgentId } from '../events/session.ts';

/** What is counted. Tokens are those that the agents' logs report. */
export interface Counts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** US dollars, as far as the agent computed them. */
  readonly cost: number;
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

export interface SessionNumbers {
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

type Take = (session: SessionNumbers, cell: NumbersCell, day: string) => void;

function eachCell(
  sessions: readonly SessionNumbers[],
  { from, dayFor }: NumbersChoice,
  take: Take,
): void {
  for (const session of sessions) {
    for (const cell of session.cells) {
      const day = from !== '' && cell.day < from ? undefined : dayFor ? dayFor(cell.day) : cell.day;
      if (day !== undefined) {
        take(session, cell, day);
      }
    }
  }
}

function keyIn(session: SessionNumbers, cell: NumbersCell, day: string, by: Dimension): string {
  switch (by) {
    case 'day':
      return day;
    case 'model':
      return cell.model;
    default:
      return session[by];
  }
}

/** Groups in no order. A session counts once in each group in which it did something. */
export function groupsBy(
  sessions: readonly SessionNumbers[],
  by: Dimension | readonly [Dimension, Dimension],
  choice: NumbersChoice,
): readonly NumbersGroup[] {
  const [first, second] = typeof by === 'string' ? [by] : by;
  const groups = new Map<string, GrowingGroup>();
  eachCell(sessions, choice, (session, cell, day) => {
    const one = keyIn(session, cell, day, first);
    const key =
      second === undefined ? one : `${one}${separator}${keyIn(session, cell, day, second)}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = new GrowingGroup(key);
      groups.set(key, group);
    }
    group.add(session, cell);
  });
  return [...groups.values()].map((group) => group.whole);
}

class GrowingGroup {
  readonly #own: Sum = { ...noCounts };
  readonly #subAgents: Sum = { ...noCounts };
  #sessions = 0;
  /** The cells of a session come one after the other. */
  #last: SessionNumbers | undefined;

  constructor(private readonly key: string) {}

  get whole(): NumbersGroup {
    const [own, subAgents] = [this.#own, this.#subAgents];
    return { key: this.key, sessions: this.#sessions, own, subAgents };
  }

  add(session: SessionNumbers, cell: NumbersCell): void {
    this.#sessions += session === this.#last ? 0 : 1;
    this.#last = session;
    addCounts(cell.isSubAgent ? this.#subAgents : this.#own, cell);
  }
}

/** Between the two parts of a key; no name has it. */
export const separator = '\0';

/** All of it as one group. */
export function totalOf(sessions: readonly SessionNumbers[], choice: NumbersChoice): NumbersGroup {
  const group = new GrowingGroup('');
  eachCell(sessions, choice, (session, cell) => {
    group.add(session, cell);
  });
  return group.whole;
}
