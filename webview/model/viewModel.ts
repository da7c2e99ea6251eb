import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  viewStateVersion,
  type ReplayHeader,
  type RowFilter,
  type ViewState,
} from '#protocol/page.ts';
import type { PageHost } from './host.ts';

/**
 * More than the header shrinks by, CSS pixels: the list moves up by as much as the header leaves it,
 * and is not to be at its beginning again by that.
 */
const farDown = 320;

export type View = ViewState['view'];
export type Anchor = NonNullable<ViewState['anchor']>;

/** Where the reader is and what is unfolded: all that survives a reload. */
export interface ViewModel {
  readonly view: Signal<View>;
  readonly filter: Signal<RowFilter>;
  /** The row at the top of the screen. */
  readonly anchor: Signal<Anchor | undefined>;
  readonly toggled: ReadonlySignal<ReadonlySet<string>>;
  /** Last line of the branch that the reader chose; undefined for the one with the last entry. */
  readonly leaf: Signal<number | undefined>;
  /** The row that keys act on: its place in the list that is shown. */
  readonly current: Signal<number>;
  /** The reader is so far down that the beginning is out of mind. */
  readonly isFarDown: ReadonlySignal<boolean>;
  /** @param top CSS pixels of the list above the screen. */
  scrolled(top: number): void;
  /** Opens what is closed and closes what is open, against its default. */
  toggle(part: string): void;
  /** Begins to keep the state; before, the session that it belongs to is not known. */
  keepFor(header: ReplayHeader): void;
  dispose(): void;
}

/**
 * @param later runs the write when the page has nothing better to do; scrolling changes the anchor
 *   many times a second and each write crosses to the host.
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
      });
    }
  };
  const dispose = effect(() => {
    const places = [view.value, filter.value, anchor.value, toggled.value, leaf.value];
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
    keepFor({ agent, sessionId, path }) {
      const known = session.peek();
      if (known?.agent !== agent || known.id !== sessionId || known.path !== path) {
        session.value = { agent, id: sessionId, path };
      }
    },
    dispose,
  };
}

const views: readonly string[] = ['transcript', 'conversation'] satisfies View[];
const filters: readonly string[] = ['all', 'dialogue', 'work', 'trouble'] satisfies RowFilter[];

/**
 * What an earlier page kept, taken only as far as it is understood. Checked by hand, since the page
 * ships no schemas; the host has its own check for what it does with the state.
 */
function readState(state: unknown): Omit<ViewState, 'version' | 'session'> | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined;
  }
  const { version, view, filter, anchor, toggled, leaf } = state as Readonly<
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
