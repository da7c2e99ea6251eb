import * as z from 'zod/mini';
import { filter, findOptions, leaf, rowId, stops, unit } from './pageRequests.ts';
import { viewStateVersion, type Folding, type ViewState } from './viewState.ts';

const path = z.string().check(z.minLength(1), z.maxLength(8_192));

const viewState = z.object({
  version: z.literal(viewStateVersion),
  session: z.object({
    agent: z.string().check(z.maxLength(64)),
    id: z.string().check(z.maxLength(512)),
    path,
    caller: z.exactOptional(
      z.object({
        path,
        rowId,
        title: z.string().check(z.maxLength(1_000)),
        agent: z.string().check(z.maxLength(1_000)),
      }),
    ),
  }),
  view: z.enum(['transcript', 'conversation']),
  // Versions before Skim had a filter for the work alone.
  filter: z.pipe(
    z.pipe(
      z.string(),
      z.transform((saved) => saved.replace(/^work(?= |$)/, 'skim')),
    ),
    filter,
  ),
  anchor: z.optional(z.object({ rowId, offset: z.number() })),
  folding: z.exactOptional(z.enum(['expanded', 'collapsed'] satisfies Folding[])),
  toggled: z.array(z.string().check(z.maxLength(192))).check(z.maxLength(100_000)),
  outline: z.exactOptional(z.literal('hidden')),
  leaf: z.exactOptional(leaf),
  find: z.exactOptional(z.object({ query: z.string().check(z.maxLength(1_000)), ...findOptions })),
  playhead: z.exactOptional(rowId),
  player: z.exactOptional(
    z.object({
      unit,
      speed: z.number().check(z.positive(), z.maximum(100)),
      longest: z.optional(z.number().check(z.positive())),
      stops,
    }),
  ),
  sideBySide: z.exactOptional(z.literal(true)),
  unmarked: z.exactOptional(z.literal(true)),
  raw: z.exactOptional(z.literal(true)),
});

/**
 * A state that a page saved with `setState`; undefined if it is something else, or from another
 * version.
 */
export function readViewState(state: unknown): ViewState | undefined {
  const result = viewState.safeParse(state);
  return result.success ? result.data : undefined;
}
