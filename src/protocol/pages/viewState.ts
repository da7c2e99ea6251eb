import * as z from 'zod/mini';
import { viewStateVersion } from './page.ts';
import { filter, findOptions, leaf, rowId, stops, unit } from './pageRequests.ts';

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
  /** Row at the top of the screen and how far it is scrolled, in CSS pixels. */
  anchor: z.optional(z.object({ rowId, offset: z.number() })),
  /** What folds are at first, drawn or not; absent for each kind's own default. */
  folding: z.exactOptional(z.enum(['expanded', 'collapsed'])),
  /** Row parts that the user opened or closed against that, `rowId` or `rowId/part`. */
  toggled: z.array(z.string().check(z.maxLength(192))).check(z.maxLength(100_000)),
  /** The outline is hidden where there is room for it. */
  outline: z.exactOptional(z.literal('hidden')),
  /** Last line of the shown branch, if it is not the one with the last entry. */
  leaf: z.exactOptional(leaf),
  /** What Find searches for while it is open. */
  find: z.exactOptional(z.object({ query: z.string().check(z.maxLength(1_000)), ...findOptions })),
  /** The current row, where a playback goes on. */
  playhead: z.exactOptional(rowId),
  player: z.exactOptional(
    z.object({
      unit,
      /** Times as fast as recorded. */
      speed: z.number().check(z.positive(), z.maximum(100)),
      /** ms that a step takes at most; undefined for as long as recorded. */
      longest: z.optional(z.number().check(z.positive())),
      stops,
    }),
  ),
  /** Diffs show their sides beside each other; absent if not. */
  sideBySide: z.exactOptional(z.literal(true)),
  /** Rows that the model no longer gets are marked. */
  marked: z.exactOptional(z.literal(true)),
  /** Messages are shown as the model gets them, not as Markdown. */
  raw: z.exactOptional(z.literal(true)),
});

/** What the page saves with `setState`: the reader's position and unfolded parts, never content. */
export type ViewState = z.output<typeof viewState>;
export type PlayerSettings = NonNullable<ViewState['player']>;
export type Folding = NonNullable<ViewState['folding']>;

/**
 * A state that a page saved with `setState`; undefined if it is something else, or from another
 * version.
 */
export function readViewState(state: unknown): ViewState | undefined {
  const result = viewState.safeParse(state);
  return result.success ? result.data : undefined;
}
