import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  viewStateVersion,
  type ReplayHeader,
  type RowFilter,
  type ViewState,
} from '#protocol/page.ts';
import type { PageHost } from './host.ts';

/**
 * CSS pixels; more than the header shrinks by. The list moves up by that much, which must not count
 * as being back at the top.
 */
const farDown = 320;

export type View = ViewState['view'];
export type Anchor = NonNullable<ViewState['anchor']>;

/** The reader's position and unfolded parts: everything that survives a reload. */
export interface ViewModel {
  readonly view: Signal<View>;
  readonly filter: Signal<RowFilter>;
  /** The row at the top of the screen. */
  readonly anchor: Signal<Anchor | undefined>;
  readonly toggled: ReadonlySignal<ReadonlySet<string>>;
  /** Last line of the chosen branch; undefined for the branch with the latest entry. */
  readonly leaf: Signal<number | undefined>;
  /** Rows that the model no longer gets are marked. */
  readonly marks: Signal<boolean>;
  /** Messages are shown as the model gets them, not as Markdown. */
  readonly raw: Signal<boolean>;
  /** Index of the row that keys act on. */
  readonly current: Signal<number>;
  /** The reader has scrolled well past the beginning. */
  readonly isFarDown: ReadonlySignal<boolean>;
  /** @param top CSS pixels of the list above the screen. */
  scrolled(top: number): void;
  /** Toggles a part relative to its default. */
  toggle(part: string): void;
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
  const toggled = signal<ReadonlySet<string>>(new Set(before?.toggled));
  const leaf = signal(before?.leaf);
  const marks = signal(before?.unmarked !== true);
  const raw = signal(before?.raw === true);
  const session = signal<ViewState['session'] | undefined>(undefined);
  const isFarDown = signal(false);
  let waiting = false;

  const write = () => {
    waiting = false;
    const owner = session.peek();
    if (owner !== undefined) {
      const shown = leaf.peek();
      host.saveState({
        version: viewStateVersion,
        session: owner,
        view: view.peek(),
        filter: filter.peek(),
        anchor: anchor.peek(),
        toggled: [...toggled.peek()],
        ...(shown === undefined ? {} : { leaf: shown }),
        ...(marks.peek() ? {} : { unmarked: true as const }),
        ...(raw.peek() ? { raw: true as const } : {}),
      });
    }
  };
  const dispose = effect(() => {
    const places = [
      view.value,
      filter.value,
      anchor.value,
      toggled.value,
      leaf.value,
      marks.value,
      raw.value,
    ];
    if (session.value !== undefined && places.length > 0 && !waiting) {
      waiting = true;
      later(write);
    }
  });

  return {
    view,
    filter,
    anchor,
    toggled,
    leaf,
    marks,
    raw,
    current: signal(0),
    isFarDown,
    scrolled(top) {
      isFarDown.value = top > (isFarDown.peek() ? 0 : farDown);
    },
    toggle(part) {
      const next = new Set(toggled.peek());
      if (!next.delete(part)) {
        next.add(part);
      }
      toggled.value = next;
    },
    saveFor({ agent, sessionId, path }) {
      const owner = session.peek();
      if (owner?.agent !== agent || owner.id !== sessionId || owner.path !== path) {
        session.value = { agent, id: sessionId, path };
      }
    },
    dispose,
  };
}

const views: readonly string[] = ['transcript', 'conversation'] satisfies View[];
const filters: readonly string[] = ['all', 'dialogue', 'work', 'trouble'] satisfies RowFilter[];

/**
 * State saved by an earlier page, as far as it is valid. Checked by hand because the page ships no
 * schemas; the host validates the state for its own use.
 */
function readState(state: unknown): Omit<ViewState, 'version' | 'session'> | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined;
  }
  const { version, view, filter, anchor, toggled, leaf, unmarked, raw } = state as Readonly<
    Record<string, unknown>
  >;
  if (version !== viewStateVersion || !isView(view) || !isFilter(filter)) {
    return undefined;
  }
  return {
    view,
    filter,
    anchor: isAnchor(anchor) ? anchor : undefined,
    toggled: Array.isArray(toggled)
      ? toggled.filter((part): part is string => typeof part === 'string')
      : [],
    ...(typeof leaf === 'number' && Number.isInteger(leaf) && leaf > 0 ? { leaf } : {}),
    ...(unmarked === true ? { unmarked } : {}),
    ...(raw === true ? { raw } : {}),
  };
}

function isView(value: unknown): value is View {
  return typeof value === 'string' && views.includes(value);
}

function isFilter(value: unknown): value is RowFilter {
  return typeof value === 'string' && filters.includes(value);
}

function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { rowId, offset } = value as Readonly<Record<string, unknown>>;
  return typeof rowId === 'string' && typeof offset === 'number' && Number.isFinite(offset);
}

function whenIdle(write: () => void): void {
  setTimeout(write, 200);
}
