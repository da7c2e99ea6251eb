import type { ReplayHeader } from '#protocol/page.ts';
import type { Anchor } from './viewModel.ts';

/**
 * Where a fork is shown first, unless the reader has gone elsewhere.
 *
 * @param at where the reader is; undefined before they have seen anything.
 * @param first the session's first row.
 */
export function placeOfFork(
  { forkRow }: ReplayHeader,
  at: Anchor | undefined,
  first: { readonly id: string } | undefined,
): Anchor | undefined {
  const isAtStart = at === undefined || (at.rowId === first?.id && at.offset === 0);
  return forkRow === undefined || !isAtStart ? undefined : { rowId: forkRow, offset: 0 };
}
