import { measures, ranges, stackings, type NumbersState } from '#protocol/numbersPage.ts';

/** The saved state, perhaps of an older version of the page. */
export function stateOf(saved: unknown): NumbersState {
  const state = (typeof saved === 'object' && saved !== null ? saved : {}) as Readonly<
    Record<string, unknown>
  >;
  const oneOf = <T>(known: readonly T[], value: unknown, usual: T) =>
    known.find((each) => each === value) ?? usual;
  return {
    scope: oneOf(['folder', 'all'] as const, state.scope, 'folder'),
    range: oneOf(ranges, state.range, '30'),
    measure: oneOf(measures, state.measure, 'tokens'),
    stacking: oneOf(stackings, state.stacking, 'agent'),
    withSubAgents: state.withSubAgents === true,
  };
}
