import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TextQuery } from '#core/find/textQuery.ts';
import type { StepUnit, StopKind } from '#core/replay/steps.ts';
import { longestFilter, type ReplayHeader, type RowFilter, type RowLevel } from '#protocol/page.ts';
import {
  viewStateVersion,
  type Folding,
  type PlayerSettings,
  type ViewState,
} from '#protocol/viewState.ts';
import type { PageHost } from './host.ts';

/**
 * CSS pixels; more than the header shrinks by. The list moves up by that much, which must not count
 * as being back at the top.
 */
const farDown = 320;

export type View = ViewState['view'];
export type Anchor = NonNullable<ViewState['anchor']>;

/** Indexes, inclusive. */
export interface ShownItems {
  readonly first: number;
  readonly last: number;
}

/** The reader's position and unfolded parts: everything that survives a reload. */
export interface ViewModel {
  readonly view: Signal<View>;
  readonly filter: Signal<RowFilter>;
  /** The row at the top of the screen. */
  readonly anchor: Signal<Anchor | undefined>;
  /** What folds are at first; undefined for each kind's own default. */
  readonly folding: ReadonlySignal<Folding | undefined>;
  readonly toggled: ReadonlySignal<ReadonlySet<string>>;
  /** The outline is beside the rows, if there is room for it. */
  readonly outline: Signal<boolean>;
  /** Last line of the chosen branch; undefined for the branch with the latest entry. */
  readonly leaf: Signal<number | undefined>;
  /** What Find searches for while it is open. */
  readonly find: Signal<TextQuery | undefined>;
  /** What Find is to mark, since the host asked for a row with it. */
  readonly toFind: Signal<TextQuery | undefined>;
  /** Index of the row that Find went to, with all its parts open. */
  readonly revealed: Signal<number | undefined>;
  /** Rows that the model no longer gets are marked. */
  readonly marks: Signal<boolean>;
  /** Messages are shown as the model gets them, not as Markdown. */
  readonly raw: Signal<boolean>;
  /** Index of the row that keys act on. */
  readonly current: Signal<number>;
  /** The items on screen, without those under the pinned prompt; undefined before the first. */
  readonly shown: ReadonlySignal<ShownItems | undefined>;
  /** Diffs show their sides beside each other, where there is room. */
  readonly sideBySide: Signal<boolean>;
  /** There is room for that. */
  readonly isWide: Signal<boolean>;
  /** The reader has scrolled well past the beginning. */
  readonly isFarDown: ReadonlySignal<boolean>;
  readonly isAtTop: ReadonlySignal<boolean>;
  /** @param top CSS pixels of the list above the screen. */
  scrolled(top: number, shown: ShownItems | undefined): void;
  /** ID of the current row, once a playback can go on from it. */
  readonly playhead: Signal<string | undefined>;
  readonly player: Signal<PlayerSettings>;
  /** Toggles a part relative to what it is at first. */
  toggle(part: string): void;
  /** Expands or collapses every fold of the session. */
  foldAll(folding: Folding): void;
  /** Starts saving the state; until then its session is unknown. */
  saveFor(header: ReplayHeader): void;
  dispose(): void;
}

/**
 * @param later runs the write when the page is idle: scrolling changes the anchor many times a
 *   second, and each write crosses to the host.
 */
export function createViewModel(
  host: PageHost,
  later: (write: () => void) => void = whenIdle,
): ViewModel {
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
  const marks = signal(before?.unmarked !== true);
  const raw = signal(before?.raw === true);
  const session = signal<ViewState['session'] | undefined>(undefined);
  const shown = signal<ShownItems | undefined>(undefined);
  /** Of each view: whoever comes back finds the header as they left it. */
  const farDownIn = { transcript: signal(false), conversation: signal(false) };
  const isFarDown = computed(() => farDownIn[view.value].value);
  const isAtTop = signal(true);
  let waiting = false;

  const write = () => {
    waiting = false;
    const owner = session.peek();
    if (owner !== undefined) {
      const branch = leaf.peek();
      const folds = folding.peek();
      const searched = find.peek();
      const place = playhead.peek();
      const settings = player.peek();
      host.saveState({
        version: viewStateVersion,
        session: owner,
        view: view.peek(),
        filter: filter.peek(),
        anchor: anchor.peek(),
        ...(folds === undefined ? {} : { folding: folds }),
        toggled: [...toggled.peek()],
        ...(outline.peek() ? {} : { outline: 'hidden' }),
        ...(branch === undefined ? {} : { leaf: branch }),
        ...(searched === undefined ? {} : { find: searched }),
        ...(place === undefined ? {} : { playhead: place }),
        ...(settings === defaultPlayer ? {} : { player: settings }),
        ...(sideBySide.peek() ? { sideBySide: true } : {}),
        ...(marks.peek() ? {} : { unmarked: true }),
        ...(raw.peek() ? { raw: true } : {}),
      });
    }
  };
  const dispose = effect(() => {
    const places = [view.value, filter.value, anchor.value, toggled.value, leaf.value];
    const looks = [
      folding.value,
      outline.value,
      find.value,
      playhead.value,
      player.value,
      sideBySide.value,
      marks.value,
      raw.value,
    ];
    if (session.value !== undefined && places.length + looks.length > 0 && !waiting) {
      waiting = true;
      later(write);
    }
  });

  return {
    view,
    filter,
    anchor,
    folding,
    toggled,
    outline,
    leaf,
    find,
    marks,
    raw,
    revealed: signal(undefined),
    toFind: signal(undefined),
    current: signal(0),
    shown,
    playhead,
    player,
    sideBySide,
    isWide: signal(false),
    isFarDown,
    isAtTop,
    scrolled(top, next) {
      isAtTop.value = top <= 0;
      const isFar = farDownIn[view.peek()];
      isFar.value = top > (isFar.peek() ? 0 : farDown);
      const before = shown.peek();
      if (before?.first !== next?.first || before?.last !== next?.last) {
        shown.value = next;
      }
    },
    toggle(part) {
      const next = new Set(toggled.peek());
      if (!next.delete(part)) {
        next.add(part);
      }
      toggled.value = next;
    },
    foldAll(next) {
      batch(() => {
        folding.value = next;
        // What was unfolded within a row stays: a text shown in full is no fold.
        toggled.value = new Set([...toggled.peek()].filter((part) => part.includes('/')));
      });
    },
    saveFor({ agent, sessionId, path, caller }) {
      const owner = session.peek();
      if (owner?.agent !== agent || owner.id !== sessionId || owner.path !== path) {
        const own = { agent, id: sessionId, path };
        session.value = caller === undefined ? own : { ...own, caller };
      }
    },
    dispose,
  };
}

const defaultPlayer: PlayerSettings = { unit: 'event', speed: 1, longest: 5_000, stops: [] };

const views: readonly string[] = ['transcript', 'conversation'] satisfies View[];
const levels: readonly string[] = [
  'prompts',
  'dialogue',
  'skim',
  'all',
  'trouble',
] satisfies RowLevel[];

/**
 * State saved by an earlier page, as far as it is valid. Checked by hand because the page ships no
 * schemas; the host validates the state for its own use.
 */
function readState(state: unknown): Omit<ViewState, 'version' | 'session'> | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined;
  }
  const {
    version,
    view,
    anchor,
    folding,
    toggled,
    outline,
    leaf,
    find,
    playhead,
    player,
    sideBySide,
    unmarked,
    raw,
    ...rest
  } = state as Readonly<Record<string, unknown>>;
  // Versions before Skim had a filter for the work alone.
  const filter =
    typeof rest.filter === 'string' ? rest.filter.replace(/^work(?= |$)/, 'skim') : undefined;
  if (version !== viewStateVersion || !isView(view) || !isFilter(filter)) {
    return undefined;
  }
  return {
    view,
    filter,
    anchor: isAnchor(anchor) ? anchor : undefined,
    ...(folding === 'expanded' || folding === 'collapsed' ? { folding } : {}),
    ...(outline === 'hidden' ? { outline } : {}),
    toggled: Array.isArray(toggled)
      ? toggled.filter((part): part is string => typeof part === 'string')
      : [],
    ...(typeof leaf === 'number' && Number.isInteger(leaf) && leaf > 0 ? { leaf } : {}),
    ...(isQuery(find) ? { find } : {}),
    ...(typeof playhead === 'string' ? { playhead } : {}),
    ...(isPlayer(player) ? { player } : {}),
    ...(sideBySide === true ? { sideBySide } : {}),
    ...(unmarked === true ? { unmarked } : {}),
    ...(raw === true ? { raw } : {}),
  };
}

function isQuery(value: unknown): value is TextQuery {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { query, matchCase, wholeWord, regex } = value as Readonly<Record<string, unknown>>;
  return (
    typeof query === 'string' &&
    [matchCase, wholeWord, regex].every((option) => typeof option === 'boolean')
  );
}

function isView(value: unknown): value is View {
  return typeof value === 'string' && views.includes(value);
}

function isFilter(value: unknown): value is RowFilter {
  return (
    typeof value === 'string' &&
    value.length <= longestFilter &&
    levels.includes(value.split(' ', 1)[0] ?? '')
  );
}

function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { rowId, offset } = value as Readonly<Record<string, unknown>>;
  return typeof rowId === 'string' && typeof offset === 'number' && Number.isFinite(offset);
}

const units: readonly unknown[] = ['event', 'call', 'turn'] satisfies StepUnit[];
const stopKinds: readonly unknown[] = ['error', 'compaction', 'edit'] satisfies StopKind[];

function isPlayer(value: unknown): value is PlayerSettings {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { unit, speed, longest, stops } = value as Readonly<Record<string, unknown>>;
  return (
    units.includes(unit) &&
    isPositive(speed) &&
    (longest === undefined || isPositive(longest)) &&
    Array.isArray(stops) &&
    stops.every((stop) => stopKinds.includes(stop))
  );
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

function whenIdle(write: () => void): void {
  setTimeout(write, 200);
}
