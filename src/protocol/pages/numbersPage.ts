import type { SessionNumbers } from '#core/numbers/numbers.ts';
import type { AgentId } from '#core/events/session.ts';
import type { ReadingEnd } from '../readingEnd.ts';

/** Numbers of sessions that were read since the last report. */
export interface NumbersPart {
  /** Sessions that were looked at, so far. */
  readonly looked: number;
  readonly sessions: readonly SessionNumbers[];
}

/** US dollars, and how many of them prices say. */
export interface SessionCost {
  readonly cost: number;
  readonly estimated: number;
}

/** What sessions cost that were read since the last report, with their sub-agents. */
export interface CostsPart {
  readonly costs: readonly (SessionCost & { readonly path: string })[];
}

export interface NumbersPageContract {
  requests: Record<never, never>;
  notices: {
    /** The user set other prices. */
    'prices/changed': Record<never, never>;
  };
}

/** What the page has to know before it asks. */
export interface NumbersPlace {
  readonly agents: readonly { readonly id: AgentId; readonly label: string }[];
  /** Whether a folder is open, which can have sessions. */
  readonly hasFolder: boolean;
  /** The user's home folder, which `~` stands for. */
  readonly home: string;
}

/** Of which folders: those that are open, or all. */
export type NumbersScope = 'folder' | 'all';

export interface NumbersOrder {
  readonly scope: NumbersScope;
  /** Sessions that ended before are left out; epoch ms, 0 for none. */
  readonly since: number;
}

export interface ReadPart extends NumbersPart {
  /** Sessions that are wanted, once that is known. */
  readonly total: number | undefined;
}

export interface ReadEnd extends ReadingEnd {
  readonly total: number;
}

/** UTF-16 units of a file; far more than any real sessions add up to. */
export const longestCsv = 50_000_000;

export const measures = ['tokens', 'cost', 'sessions', 'prompts', 'calls', 'failed'] as const;
export type Measure = (typeof measures)[number];

export const ranges = ['7', '30', '90', '365', ''] as const;
/** Days up to today; empty for all. */
export type NumbersRange = (typeof ranges)[number];

export const stackings = ['agent', 'model', 'folder'] as const;
export type Stacking = (typeof stackings)[number];

/** What VS Code keeps of the page. */
export interface NumbersState {
  readonly scope: NumbersScope;
  readonly range: NumbersRange;
  readonly measure: Measure;
  readonly stacking: Stacking;
  /** What sub-agents did is added to their sessions. */
  readonly withSubAgents: boolean;
}
