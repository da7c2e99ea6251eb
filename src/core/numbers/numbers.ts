import type { AgentId } from '../session.ts';

/** What is counted. Tokens are those that the agents' logs tell of. */
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

const countNames = Object.keys(noCounts) as readonly (keyof Counts)[];

/** A sum that grows. */
export type Sum = { -readonly [Name in keyof Counts]: number };

export function addTo(sum: Sum, counts: Partial<Counts>): void {
  for (const name of countNames) {
    sum[name] += counts[name] ?? 0;
  }
}

export function tokensOf({ input, output, cacheRead, cacheWrite }: Counts): number {
  return input + output + cacheRead + cacheWrite;
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
}

/** Cells that count, each with its session. */
function* chosen(
  sessions: readonly SessionNumbers[],
  { from }: NumbersChoice,
): Generator<readonly [SessionNumbers, NumbersCell]> {
  for (const session of sessions) {
    for (const cell of session.cells) {
      if (from === '' || cell.day >= from) {
        yield [session, cell];
      }
    }
  }
}

function keyIn(
  { agent, folder }: SessionNumbers,
  { day, model }: NumbersCell,
  by: Dimension,
): string {
  return { day, agent, model, folder }[by];
}

/** Groups in no order. A session counts once in each group in which it did something. */
export function groupsBy(
  sessions: readonly SessionNumbers[],
  by: Dimension | readonly [Dimension, Dimension],
  choice: NumbersChoice,
): readonly NumbersGroup[] {
  const dimensions = typeof by === 'string' ? [by] : by;
  const groups = new Map<string, GrowingGroup>();
  for (const [session, cell] of chosen(sessions, choice)) {
    const key = dimensions.map((each) => keyIn(session, cell, each)).join(separator);
    const group = groups.get(key) ?? new GrowingGroup(key);
    groups.set(key, group);
    group.add(session, cell);
  }
  return [...groups.values()].map((group) => group.whole);
}

class GrowingGroup {
  readonly #key: string;
  readonly #own: Sum = { ...noCounts };
  readonly #subAgents: Sum = { ...noCounts };
  readonly #paths = new Set<string>();

  constructor(key: string) {
    this.#key = key;
  }

  get whole(): NumbersGroup {
    const [own, subAgents] = [this.#own, this.#subAgents];
    return { key: this.#key, sessions: this.#paths.size, own, subAgents };
  }

  add({ path }: SessionNumbers, cell: NumbersCell): void {
    this.#paths.add(path);
    addTo(cell.isSubAgent ? this.#subAgents : this.#own, cell);
  }
}

/** Between the two parts of a key; no name has it. */
export const separator = '\0';

/** All of it as one group. */
export function totalOf(sessions: readonly SessionNumbers[], choice: NumbersChoice): NumbersGroup {
  const group = new GrowingGroup('');
  for (const [session, cell] of chosen(sessions, choice)) {
    group.add(session, cell);
  }
  return group.whole;
}
