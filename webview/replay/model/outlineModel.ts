import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { compareRowIds } from '#core/rows/rowId.ts';
import type { OutlineEntry } from '#protocol/pages/outline.ts';
import { PagedList, pageSize } from './pagedList.ts';
import type { ReplayModel } from './replayModel.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import type { ViewModel } from './viewModel.ts';

/** The session's outline: its prompts, and what lies between them. */
export function createOutlineModel(replay: ReplayModel, view: ViewModel) {
  const { endpoint } = replay;
  const fault = (error: unknown) => reportFault(endpoint, error);
  const entries = new PagedList<OutlineEntry>({
    read: async (start, count, abort) => {
      const page = await endpoint.request('outline/read', { start, count }, abort);
      return { ...page, items: page.entries };
    },
    onFault: fault,
  });
  /** Where to look for the active entry first. */
  const near = signal(0);
  /** Until the answer; after a failure, until the session changes. */
  const isAsking = signal(false);

  const topRow = computed(() => {
    const { value: shown } = view.shown;
    return shown === undefined || view.view.value !== 'transcript'
      ? undefined
      : replay.rows.at(shown.first);
  });
  const active = computed(() => {
    const row = topRow.value;
    return row === undefined ? undefined : entryOf(entries, row.id, near.value);
  });
  const pinned = computed(() => {
    // The first row has no room above it to be scrolled out from under a prompt.
    if (view.isAtTop.value) {
      return undefined;
    }
    const row = topRow.value;
    let at = active.value ?? -1;
    let entry = at < 0 ? undefined : entries.at(at);
    while (entry !== undefined && entry.kind !== 'prompt') {
      at -= 1;
      entry = at < 0 ? undefined : entries.at(at);
    }
    return entry?.rowId === row?.id ? undefined : entry;
  });

  let before: { readonly generation: number; readonly rows: number } | undefined;
  effect(() => {
    const { value: header } = replay.header;
    // The rows come first.
    if (header === undefined || !replay.opened.value) {
      return;
    }
    const { generation, rows } = header;
    const isOther = before !== undefined && generation < before.generation;
    before = { generation, rows };
    untracked(() => {
      isAsking.value = false;
      void (isOther ? entries.restart() : entries.refresh(0, false)).catch(fault);
    });
  });

  effect(() => {
    near.value = Math.max(0, active.value ?? near.peek());
  });

  /**
   * Loads the entries around the first row on screen. The host says where they are if those that
   * are here do not.
   */
  effect(() => {
    const row = topRow.value;
    const total = entries.total.value;
    if (row === undefined || active.value !== undefined || total === 0 || isAsking.value) {
      return;
    }
    const [at, next] = [near.value, Math.min(near.value + 1, total - 1)];
    if (entries.at(at) === undefined || entries.at(next) === undefined) {
      untracked(() => {
        // Readers of the outline may look elsewhere.
        entries.show(Math.max(0, at - 1), next, 'active');
      });
      return;
    }
    isAsking.value = true;
    endpoint.request('outline/locate', { rowId: row.id }).then(({ entry }) => {
      batch(() => {
        near.value = Math.max(0, entry);
        isAsking.value = false;
      });
    }, fault);
  });

  return {
    entries,
    /**
     * Index of the entry that the first row on screen belongs to; -1 before the first entry,
     * undefined while unknown.
     */
    active,
    /** The prompt that led to the first row on screen, unless it is on screen itself. */
    pinned,
    /** Moves to an entry's row. */
    goTo: (entry: OutlineEntry) => void replay.goToRow(entry.rowId),
    /**
     * The next entry after `from`, in turn, that `matches`; undefined if none does.
     *
     * @throws AbortError
     */
    async search(
      from: number,
      matches: (entry: OutlineEntry) => boolean,
      abort: AbortSignal,
    ): Promise<number | undefined> {
      const total = entries.total.peek();
      for (let step = 1; step <= total;) {
        const start = (from + step) % total;
        const page = await entries.peek(Math.floor(start / pageSize), abort);
        const rest = page.slice(start % pageSize, (start % pageSize) + total - step + 1);
        const found = rest.findIndex(matches);
        if (found >= 0) {
          return start + found;
        }
        step += Math.max(1, rest.length);
      }
      return undefined;
    },
  };
}

export type OutlineModel = ReturnType<typeof createOutlineModel>;

/** @returns undefined if an entry around the row has not loaded; -1 if the row is before all. */
function entryOf(
  entries: PagedList<OutlineEntry>,
  rowId: string,
  near: number,
): number | undefined {
  const total = entries.total.value;
  let at = Math.min(near, total - 1);
  for (let entry = entries.at(at); at >= 0; entry = entries.at(at)) {
    if (entry === undefined) {
      return undefined;
    }
    if (compareRowIds(entry.rowId, rowId) <= 0) {
      break;
    }
    at -= 1;
  }
  for (; at + 1 < total; at += 1) {
    const next = entries.at(at + 1);
    if (next === undefined) {
      return undefined;
    }
    if (compareRowIds(next.rowId, rowId) > 0) {
      break;
    }
  }
  return at;
}
