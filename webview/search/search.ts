import { membersOf } from '#base/member.ts';
import type { SearchHit } from '#protocol/search.ts';
import type { FoundSession, SearchState } from '#protocol/pages/searchPage.ts';
import type { PageHost } from '../kit/page/host.ts';

export type SearchHost = PageHost<SearchState>;

/** `running`: sessions are looked at; `done`: all are, or enough hits were found. */
export type SearchProgress =
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
export type ResultLine = { readonly key: string; readonly session: FoundSession } & (
  | { readonly kind: 'session' }
  | { readonly kind: 'hit'; readonly hit: SearchHit }
  /** The user's own words of a session. */
  | { readonly kind: 'marked' }
  /** Shows more hits of a session. */
  | { readonly kind: 'more' }
);

/** The saved state, perhaps of an older version of the page. */
export function searchStateIn(saved: unknown): SearchState {
  const state = membersOf(saved);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    query: text(state.query),
    filter: text(state.filter),
    matchCase: state.matchCase === true,
    wholeWord: state.wholeWord === true,
    regex: state.regex === true,
    everywhere: state.everywhere === true,
    showsDetails: state.showsDetails === true,
    history: Array.isArray(state.history)
      ? state.history.filter((one) => typeof one === 'string')
      : [],
  };
}

/** A session that the user's own words found first gets its rows where it is. */
export function joined(
  before: readonly FoundSession[],
  more: readonly FoundSession[],
): readonly FoundSession[] {
  const byPath = new Map(more.map((session) => [session.path, session]));
  const kept = before.map((session) => {
    const found = byPath.get(session.path);
    byPath.delete(session.path);
    return found === undefined ? session : { ...session, ...found };
  });
  return [...kept, ...byPath.values()];
}

/** Rows with a match, and the user's own words. */
export function resultsIn({ rows, marked }: FoundSession): number {
  return rows + (marked === undefined ? 0 : 1);
}
