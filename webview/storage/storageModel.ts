import { batch, computed, signal } from '@preact/signals';
import { append } from '#base/append.ts';
import { membersOf } from '#base/member.ts';
import { AbortError, Endpoint } from '#protocol/channel/endpoint.ts';
import {
  storageSorts,
  type StoragePageContract,
  type StoragePlace,
  type StorageRow,
  type StorageSort,
  type StorageState,
} from '#protocol/pages/storagePage.ts';
import type { StorageHostContract } from '#protocol/pages/storagePageRequests.ts';
import type { PageHost } from '../kit/page/host.ts';
import { reportFault, sentenceOf } from '../kit/page/reportFault.ts';
import { filtered, sorted } from './storageRows.ts';

export type Measuring =
  | { readonly kind: 'idle' | 'done' }
  | { readonly kind: 'measuring'; readonly looked: number; readonly total: number | undefined }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** What one does with selected sessions. */
export type StorageAction = 'open' | 'keep' | 'delete';

/** The page of what sessions take on the disk. */
export function createStorageModel(host: PageHost<StorageState>) {
  const state = signal(stateOf(host.loadState()));
  const place = signal<StoragePlace>({ agents: [], hasFolder: true, home: '', canDelete: false });
  const measuring = signal<Measuring>({ kind: 'idle' });
  const all = signal<readonly StorageRow[]>([]);
  const selected = signal<ReadonlySet<string>>(new Set());
  /** Path of the row that keys act on. */
  const current = signal<string | undefined>(undefined);
  /** Where a range of selected rows begins. */
  let anchor: string | undefined;
  let running: AbortController | undefined;
  const endpoint = new Endpoint<StoragePageContract, StorageHostContract>(
    host.port,
    { requests: {}, notices: { 'storage/changed': () => void measure() } },
    report,
  );

  const inScope = computed(() => {
    const isHere = state.value.scope === 'folder' && place.value.hasFolder;
    return isHere ? all.value.filter((row) => row.isHere) : all.value;
  });
  const shown = computed(() => {
    const isOfCopies = state.value.show === 'copies';
    return inScope.value.filter(({ kind }) => (kind === 'copy') === isOfCopies);
  });
  const rows = computed(() => {
    const { sort, isReversed, filter } = state.value;
    return sorted(filtered(shown.value, filter, place.value), sort, isReversed);
  });
  /** Only of rows that are shown: nobody deletes what they do not see. */
  const chosen = computed(() => rows.value.filter(({ path }) => selected.value.has(path)));

  function report(fault: unknown): void {
    reportFault(endpoint, fault);
  }

  async function measure(): Promise<void> {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const found: StorageRow[] = [];
    const isFirst = all.peek().length === 0;
    measuring.value = { kind: 'measuring', looked: 0, total: undefined };
    try {
      await endpoint.request('storage/measure', {}, mine.signal, (part) => {
        append(found, part.rows);
        batch(() => {
          const { looked, total } = part;
          measuring.value = { kind: 'measuring', looked, total };
          // What is there stays until all is measured again.
          if (isFirst) {
            all.value = [...found];
          }
        });
      });
      batch(() => {
        all.value = found;
        measuring.value = { kind: 'done' };
      });
    } catch (fault) {
      if (running !== mine) {
        return;
      }
      if (fault instanceof AbortError) {
        measuring.value = { kind: 'stopped' };
      } else {
        report(fault);
        measuring.value = { kind: 'failed', sentence: sentenceOf(fault) };
      }
    }
  }

  /** Rows between two, both among them. */
  function between(from: string | undefined, to: string): readonly string[] {
    const paths = rows.peek().map(({ path }) => path);
    const [start = 0, end = 0] = [paths.indexOf(from ?? to), paths.indexOf(to)].sort(
      (a, b) => a - b,
    );
    return paths.slice(Math.max(0, start), end + 1);
  }

  async function act(request: () => Promise<unknown>): Promise<void> {
    try {
      await request();
    } catch (fault) {
      report(fault);
    }
  }

  return {
    place: computed(() => place.value),
    state: computed(() => state.value),
    measuring: computed(() => measuring.value),
    inScope,
    shown,
    rows,
    selected: computed(() => selected.value),
    chosen,
    current: computed(() => {
      const [first] = rows.value;
      return rows.value.some(({ path }) => path === current.value) ? current.value : first?.path;
    }),
    async start() {
      place.value = await endpoint.request('ready', {});
      await measure();
    },
    change(change: Partial<StorageState>) {
      state.value = { ...state.peek(), ...change };
      host.saveState(state.peek());
    },
    /** Sorts by a column; by the same again, the other way round. */
    sort(sort: StorageSort) {
      const { sort: before, isReversed } = state.peek();
      this.change({ sort, isReversed: sort === before && !isReversed });
    },
    /** As in VS Code's lists: alone, with those up to there, or in addition. */
    select(path: string, how: 'alone' | 'range' | 'toggle') {
      batch(() => {
        current.value = path;
        if (how === 'range') {
          selected.value = new Set(between(anchor, path));
          return;
        }
        anchor = path;
        if (how === 'alone') {
          selected.value = new Set([path]);
        } else {
          const next = new Set(selected.peek());
          if (!next.delete(path)) {
            next.add(path);
          }
          selected.value = next;
        }
      });
    },
    selectAll() {
      selected.value = new Set(rows.peek().map(({ path }) => path));
    },
    selectNone() {
      selected.value = new Set();
    },
    measure: () => void measure(),
    stop: () => running?.abort(),
    async run(action: StorageAction) {
      const paths = chosen.peek().map(({ path }) => path);
      const [path] = paths;
      if (path === undefined || !canRun(action, chosen.peek(), place.peek())) {
        return;
      }
      if (action === 'open') {
        await act(() => endpoint.request('session/open', { path }));
        return;
      }
      await act(() => endpoint.request(`sessions/${action}`, { paths }));
      await measure();
    },
    report,
  };
}

export type StorageModel = ReturnType<typeof createStorageModel>;

/** Whether something can be done with these rows. What stays for another reason is said when it is tried. */
export function canRun(
  action: StorageAction,
  rows: readonly StorageRow[],
  { canDelete }: StoragePlace,
): boolean {
  switch (action) {
    case 'open':
      return rows.length === 1 && rows[0]?.kind !== 'database';
    case 'keep':
      return rows.length > 0 && rows.every(({ kind }) => kind === 'session');
    case 'delete':
      return rows.length > 0 && canDelete;
  }
}

/** The saved state, perhaps of an older version of the page. */
function stateOf(saved: unknown): StorageState {
  const { scope, show, sort, isReversed, filter } = membersOf(saved);
  return {
    scope: scope === 'folder' ? 'folder' : 'all',
    show: show === 'copies' ? 'copies' : 'sessions',
    sort: storageSorts.find((each) => each === sort) ?? 'size',
    isReversed: isReversed === true,
    filter: typeof filter === 'string' ? filter : '',
  };
}
