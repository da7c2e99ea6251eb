import type { SearchHit } from '#protocol/search.ts';
import type { FoundSession, SearchState } from '#protocol/searchPage.ts';
import type { PageHost } from '../kit/page/host.ts';

export type SearchHost = PageHost<SearchState>;

/** `running`: sessions are looked at; `done`: all are, or enough hits were found. */
export type Progress =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running' | 'stopped' | 'done';
      readonly looked: number;
      readonly total: number;
      readonly unread: number;
      readonly reasons?: readonly string[];
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
