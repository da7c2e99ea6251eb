import type { TextQuery } from '#core/search/textSearch.ts';
import type { StepUnit, StopKind } from '#core/lens/steps.ts';
import type { Caller, RowFilter } from './page.ts';

/**
 * What the page saves with `setState`: the reader's position and unfolded parts, never content. The
 * panel serializer reads it through `readViewState`.
 */
export interface ViewState {
  readonly version: typeof viewStateVersion;
  readonly session: {
    readonly agent: string;
    readonly id: string;
    readonly path: string;
    readonly caller?: Caller;
  };
  readonly view: 'transcript' | 'conversation';
  readonly filter: RowFilter;
  /** Row at the top of the screen and how far it is scrolled, in CSS pixels. */
  readonly anchor?: { readonly rowId: string; readonly offset: number } | undefined;
  /** What folds are at first; absent for each kind's own default. */
  readonly folding?: Folding;
  /** Row parts that the user opened or closed against that, `rowId` or `rowId/part`. */
  readonly toggled: readonly string[];
  /** The outline is hidden where there is room for it. */
  readonly outline?: 'hidden';
  /** Last line of the shown branch, if it is not the one with the last entry. */
  readonly leaf?: number;
  /** What Find searches for while it is open. */
  readonly find?: TextQuery;
  /** The current row, where a playback goes on. */
  readonly playhead?: string;
  readonly player?: PlayerSettings;
  /** Diffs show their sides beside each other; absent if not. */
  readonly sideBySide?: true;
  /** Rows that the model no longer gets have no mark. */
  readonly unmarked?: true;
  /** Messages are shown as the model gets them, not as Markdown. */
  readonly raw?: true;
}

export interface PlayerSettings {
  readonly unit: StepUnit;
  /** Times as fast as recorded. */
  readonly speed: number;
  /** ms that a step takes at most; undefined for as long as recorded. */
  readonly longest?: number | undefined;
  readonly stops: readonly StopKind[];
}

/** All folds of the session at once, drawn or not. */
export type Folding = 'expanded' | 'collapsed';

export const viewStateVersion = 1;
