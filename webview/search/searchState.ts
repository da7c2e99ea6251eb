import type { SearchState } from '#protocol/searchPage.ts';

/** The saved state, perhaps of an older version of the page. */
export function stateOf(saved: unknown): SearchState {
  const state = (typeof saved === 'object' && saved !== null ? saved : {}) as Readonly<
    Record<string, unknown>
  >;
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
