import { batch, computed, effect, signal } from '@preact/signals';
import { membersOf } from '#base/member.ts';
import type { TextQuery } from '#core/search/textSearch.ts';
import { stepUnits, stopKinds } from '#core/lens/steps.ts';
import {
  isRowFilter,
  viewStateVersion,
  type ReplayHeader,
  type RowFilter,
} from '#protocol/pages/page.ts';
import type { Folding, PlayerSettings, ViewState } from '#protocol/pages/viewState.ts';
import type { PageHost } from '../../kit/page/host.ts';
import type { IndexRange } from '../virtual/shownRange.ts';

export type View = ViewState['view'];
export type Anchor = NonNullable<ViewState['anchor']>;

/**
 * The reader's position and unfolded parts: everything that survives a reload.
 *
 * @param later runs the write when the page is idle: scrolling changes the anchor many times a
 *   second, and each write crosses to the host.
 */
export function createViewModel(host: PageHost, later: (write: () => void) => void = whenIdle) {
  const before = readState(host.loadState());
  const view = signal<View>(before?.view ?? 'transcript');
  const filter = signal<RowFilter>(before?.filter ?? 'all');
  const anchor = signal(before?.anchor);
  const folding = signal(before?.folding);
  const toggled = signal<ReadonlySet<string>>(new Set(before?.toggled));
  const outline = signal(before?.outline !== 'hidden');
  const leaf = signal(before?.leaf);
  const find = signal(before?.find);
  const playhead = signal(before?.playhead);
  const player = signal(before?.player ?? defaultPlayer);
  const sideBySide = signal(before?.sideBySide ?? false);
  const marks = signal(before?.marked === true);
  const raw = signal(before?.raw === true);
  const session = signal<ViewState['session'] | undefined>(undefined);
  const shown = signal<IndexRange | undefined>(undefined);
  const isAtTop = signal(true);
  /** Listed when they change, and not with each scrolled frame, which changes the anchor. */
  const toggledParts = computed(() => [...toggled.value]);
  let unsaved: ViewState | undefined;
  let wasSaved = false;
  const save = () => {
    if (unsaved !== undefined) {
      host.saveState(unsaved);
      unsaved = undefined;
    }
  };

  effect(() => {
    if (session.value === undefined) {
      return;
    }
    const isWaiting = unsaved !== undefined;
    unsaved = {
      version: viewStateVersion,
      session: session.value,
      view: view.value,
      filter: filter.value,
      anchor: anchor.value,
      ...(folding.value && { folding: folding.value }),
      toggled: toggledParts.value,
      ...(outline.value ? {} : { outline: 'hidden' }),
      ...(leaf.value !== undefined && { leaf: leaf.value }),
      ...(find.value && { find: find.value }),
      ...(playhead.value !== undefined && { playhead: playhead.value }),
      ...(player.value !== defaultPlayer && { player: player.value }),
      ...(sideBySide.value && { sideBySide: true }),
      ...(marks.value && { marked: true }),
      ...(raw.value && { raw: true }),
    };
    if (!wasSaved) {
      // At once: a tab that is hidden before has no session after a reload.
      wasSaved = true;
      save();
    } else if (!isWaiting) {
      later(save);
    }
  });

  return {
    /** The page was not open before. */
    isNew: before === undefined,
    view,
    filter,
    /** Shows the transcript's rows that pass a filter. */
    showRows(next: RowFilter) {
      view.value = 'transcript';
      filter.value = next;
    },
    /** The row at the top of the screen. */
    anchor,
    /** What folds are at first; undefined for each kind's own default. */
    folding: computed(() => folding.value),
    toggled: computed(() => toggled.value),
    /** The outline is beside the rows, if there is room for it. */
    outline,
    /** Last line of the chosen branch; undefined for the branch with the latest entry. */
    leaf,
    /** What Find searches for while it is open. */
    find,
    /** What Find is to mark, since the host asked for a row with it. */
    toFind: signal<TextQuery | undefined>(undefined),
    /** Rows that the model no longer gets are marked. */
    marks,
    /** Messages are shown as the model gets them, not as Markdown. */
    raw,
    /** Index of the row that Find went to, with all its parts open. */
    revealed: signal<number | undefined>(undefined),
    /** Index of the row that keys act on. */
    current: signal(0),
    /** The items on screen, without those under the pinned prompt; undefined before the first. */
    shown: computed(() => shown.value),
    /** ID of the current row, once a playback can go on from it. */
    playhead,
    player,
    /** Diffs show their sides beside each other, where there is room. */
    sideBySide,
    /** There is room for that. */
    isWide: signal(false),
    isAtTop: computed(() => isAtTop.value),
    /** @param top CSS pixels of the list above the screen. */
    scrolled(top: number, next: IndexRange | undefined) {
      isAtTop.value = top <= 0;
      const before = shown.peek();
      if (before?.first !== next?.first || before?.last !== next?.last) {
        shown.value = next;
      }
    },
    /** Toggles a part relative to what it is at first. */
    toggle(part: string) {
      const next = new Set(toggled.peek());
      if (!next.delete(part)) {
        next.add(part);
      }
      toggled.value = next;
    },
    /** Expands or collapses every fold of the session. */
    foldAll(next: Folding) {
      batch(() => {
        folding.value = next;
        // What was unfolded within a row stays: a text shown in full is no fold.
        toggled.value = new Set([...toggled.peek()].filter((part) => part.includes('/')));
      });
    },
    /** Starts saving the state; until then its session is unknown. */
    saveFor({ agent, sessionId, path, caller }: ReplayHeader) {
      const owner = session.peek();
      if (owner?.agent !== agent || owner.id !== sessionId || owner.path !== path) {
        const own = { agent, id: sessionId, path };
        session.value = caller === undefined ? own : { ...own, caller };
      }
    },
  };
}

export type ViewModel = ReturnType<typeof createViewModel>;

const defaultPlayer: PlayerSettings = { unit: 'event', speed: 1, longest: 1_000, stops: [] };

const views: readonly unknown[] = ['transcript', 'conversation'] satisfies View[];
const units: readonly unknown[] = stepUnits;
const stops: readonly unknown[] = stopKinds;

/**
 * State saved by an earlier page, as far as it is valid. Checked by hand because the page ships no
 * schemas; the host validates the state for its own use.
 */
function readState(value: unknown): Omit<ViewState, 'version' | 'session'> | undefined {
  const state = membersOf(value);
  const { view, anchor, folding, toggled, leaf, find, playhead, player } = state;
  // Versions before Skim had a filter for the work alone.
  const filter =
    typeof state.filter === 'string' ? state.filter.replace(/^work(?= |$)/, 'skim') : '';
  if (state.version !== viewStateVersion || !isView(view) || !isRowFilter(filter)) {
    return undefined;
  }
  return {
    view,
    filter,
    anchor: isAnchor(anchor) ? anchor : undefined,
    toggled: Array.isArray(toggled)
      ? toggled.filter((part): part is string => typeof part === 'string')
      : [],
    ...((folding === 'expanded' || folding === 'collapsed') && { folding }),
    ...(state.outline === 'hidden' && { outline: 'hidden' }),
    ...(typeof leaf === 'number' && Number.isInteger(leaf) && leaf > 0 && { leaf }),
    ...(isQuery(find) && { find }),
    ...(typeof playhead === 'string' && { playhead }),
    ...(isPlayer(player) && { player }),
    ...(state.sideBySide === true && { sideBySide: true }),
    ...(state.marked === true && { marked: true }),
    ...(state.raw === true && { raw: true }),
  };
}

function isQuery(value: unknown): value is TextQuery {
  const { query, matchCase, wholeWord, regex } = membersOf(value);
  return (
    typeof query === 'string' &&
    [matchCase, wholeWord, regex].every((option) => typeof option === 'boolean')
  );
}

function isView(value: unknown): value is View {
  return views.includes(value);
}

function isAnchor(value: unknown): value is Anchor {
  const { rowId, offset } = membersOf(value);
  return typeof rowId === 'string' && Number.isFinite(offset);
}

function isPlayer(value: unknown): value is PlayerSettings {
  const { unit, speed, longest, stops: chosen } = membersOf(value);
  return (
    units.includes(unit) &&
    isPositive(speed) &&
    (longest === undefined || isPositive(longest)) &&
    Array.isArray(chosen) &&
    chosen.every((stop) => stops.includes(stop))
  );
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function whenIdle(write: () => void): void {
  setTimeout(write, 200);
}
