import * as z from 'zod/mini';
import { filter, findOptions, leaf, rowId, stops, unit } from './pageSchemas.ts';
import { viewStateVersion, type Folding, type ViewState } from './viewState.ts';

const path = z.string().check(z.minLength(1), z.maxLength(8_192));

const viewState = z.object({
  version: z.literal(viewStateVersion),
  session: z.object({
    agent: z.string().check(z.maxLength(64)),
    id: z.string().check(z.maxLength(512)),
    path,
    caller: z.optional(
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
  folding: z.optional(z.enum(['expanded', 'collapsed'] satisfies Folding[])),
  toggled: z.array(z.string().check(z.maxLength(192))).check(z.maxLength(100_000)),
  outline: z.optional(z.literal('hidden')),
  leaf: z.optional(leaf),
  find: z.optional(z.object({ query: z.string().check(z.maxLength(1_000)), ...findOptions })),
  playhead: z.optional(rowId),
  player: z.optional(
    z.object({
      unit,
      speed: z.number().check(z.positive(), z.maximum(100)),
      longest: z.optional(z.number().check(z.positive())),
      stops,
    }),
  ),
  sideBySide: z.optional(z.literal(true)),
  unmarked: z.optional(z.literal(true)),
  raw: z.optional(z.literal(true)),
});

/**
 * A state that a page saved with `setState`; undefined if it is something else, or from another
 * version.
 */
export function readViewState(state: unknown): ViewState | undefined {
  const result = viewState.safeParse(state);
  if (!result.success) {
    return undefined;
  }
  const {
    leaf: shown,
    folding,
    outline,
    find,
    anchor,
    playhead,
    player,
    sideBySide,
    unmarked,
    raw,
    session: { caller, ...session },
    ...rest
  } = result.data;
  return {
    ...rest,
    session: caller === undefined ? session : { ...session, caller },
    anchor,
    ...(folding === undefined ? {} : { folding }),
    ...(outline === undefined ? {} : { outline }),
    ...(shown === undefined ? {} : { leaf: shown }),
    ...(find === undefined ? {} : { find }),
    ...(playhead === undefined ? {} : { playhead }),
    ...(player === undefined ? {} : { player: { ...player, longest: player.longest } }),
    ...(sideBySide === undefined ? {} : { sideBySide }),
    ...(unmarked === undefined ? {} : { unmarked }),
    ...(raw === undefined ? {} : { raw }),
  };
}
