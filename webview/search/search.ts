import type { ReadonlySignal, Signal } from '@preact/signals';
import type { SearchHit } from '#protocol/search.ts';
import type {
  FoundSession,
  SearchedAgent,
  SearchOrder,
  SearchState,
} from '#protocol/searchPage.ts';
import type { FindOption } from '../model/findModel.ts';
import type { PageHost } from '../model/host.ts';

export type SearchHost = PageHost<SearchState>;

/** `running`: sessions are looked at; `done`: all are, or enough hits were found. */
export type Progress =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running' | 'stopped' | 'done';
      readonly looked: number;
      readonly total: number;
      readonly unread: number;
    }
  | { readonly kind: 'refused'; readonly sentence: string };

/** A line of the results. */
export type ResultLine =
  | { readonly kind: 'session'; readonly key: string; readonly session: FoundSession }
  | {
      readonly kind: 'hit';
      readonly key: string;
      readonly session: FoundSession;
      readonly hit: SearchHit;
    }
  /** The user's own words of a session. */
  | { readonly kind: 'marked'; readonly key: string; readonly session: FoundSession }
  /** Shows more hits of a session. */
  | { readonly kind: 'more'; readonly key: string; readonly session: FoundSession };

export interface SearchModel {
  readonly query: Signal<string>;
  readonly filter: Signal<string>;
  readonly options: ReadonlySignal<Omit<SearchOrder, 'query' | 'filter' | 'everywhere'>>;
  /** Searches the sessions of all folders. */
  readonly everywhere: Signal<boolean>;
  readonly showsDetails: ReadonlySignal<boolean>;
  readonly agents: ReadonlySignal<readonly SearchedAgent[]>;
  readonly progress: ReadonlySignal<Progress>;
  readonly sessions: ReadonlySignal<readonly FoundSession[]>;
  readonly lines: ReadonlySignal<readonly ResultLine[]>;
  /** Keys of closed sessions. */
  readonly closed: ReadonlySignal<ReadonlySet<string>>;
  /** Key of the line that the keyboard is on. */
  readonly current: Signal<string | undefined>;
  /** Grows with each wish for the keyboard in the field. */
  readonly wantsFocus: ReadonlySignal<number>;
  start(): Promise<void>;
  /** Searches for what is in the fields. */
  run(): void;
  /** The same while it is being written: it is not remembered. */
  runTyped(): void;
  /** Goes on where the search ended. */
  goOn(): void;
  stop(): void;
  clear(): void;
  toggle(option: FindOption): void;
  toggleDetails(): void;
  toggleSession(path: string): void;
  showMore(session: FoundSession): void;
  open(line: ResultLine, preserveFocus: boolean): void;
  /** Goes to the next hit, or the one before. */
  step(by: 1 | -1): void;
  /** The query before or after the one in the field, as the arrow keys ask for it. */
  recall(by: 1 | -1): void;
  /** The field has what was written last. */
  isNewest(): boolean;
  report(fault: unknown): void;
}
