import type { AgentId } from '#core/events/session.ts';
import type { NumbersPlace, NumbersScope } from './numbersPage.ts';

export interface StoragePageContract {
  requests: Record<never, never>;
  notices: {
    /** Sessions came or went: what is shown is measured again. */
    'storage/changed': Record<never, never>;
  };
}

/** What the page has to know before it asks. */
export type StoragePlace = NumbersPlace & { readonly canDelete: boolean };

/** A session, a copy of ours, or a database with sessions that cannot be told apart by their size. */
export interface StorageRow {
  readonly kind: 'session' | 'copy' | 'database';
  readonly path: string;
  readonly agent: AgentId;
  readonly title: string;
  /** Empty if unknown. */
  readonly folder: string;
  /** Epoch ms. */
  readonly updatedAt: number;
  readonly bytes: number;
  readonly files: number;
  /** Logs of sub-agents among them. */
  readonly subAgents: number;
  readonly subAgentBytes: number;
  /** It is one of the open folders'. */
  readonly isHere: boolean;
}

export interface StorageRows {
  readonly looked: number;
  readonly total: number;
  readonly rows: readonly StorageRow[];
}

export const storageSorts = ['size', 'age', 'name'] as const;
export type StorageSort = (typeof storageSorts)[number];

/** Sessions as their agents keep them, or copies of ours. */
export type StorageShow = 'sessions' | 'copies';

/** What VS Code keeps of the page. */
export interface StorageState {
  readonly scope: NumbersScope;
  readonly show: StorageShow;
  readonly sort: StorageSort;
  /** Smallest, newest, or from Z to A first. */
  readonly isReversed: boolean;
  readonly filter: string;
}

/** Sessions that one action takes. */
export const mostActedOn = 100_000;
