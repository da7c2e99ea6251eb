import { computed, effect, signal } from '@preact/signals';
import type { ListRow } from '#core/lens/runRow.ts';
import { compareRowIds, parseRowId } from '#core/rows/rowId.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import type { ReplayModel } from './replayModel.ts';
import { shownRows } from './shownRows.ts';
import type { ViewModel } from './viewModel.ts';

/** The first row that is new since the reader looked, and its index among those that are shown. */
export interface FirstNew {
  readonly rowId: string;
  readonly index: number;
}

/** Whether a row, or a run as a whole, came after another. */
function isAfter({ id, source }: ListRow, seen: string): boolean {
  const line = parseRowId(seen)?.line ?? Infinity;
  return source.line > line || (source.line === line && compareRowIds(id, seen) > 0);
}

/** Where what is new since the reader looked begins. */
export function createNewSince(replay: ReplayModel, view: ViewModel) {
  const first = signal<FirstNew | undefined>(undefined);
  const wasShown = signal(false);

  async function find(seen: string, abort: AbortSignal): Promise<void> {
    try {
      const { index } = await replay.endpoint.request(
        'row/locate',
        { ...shownRows(view), rowId: seen },
        abort,
      );
      for (const place of [Math.max(0, index), index + 1]) {
        const row = await replay.rows.peekItem(place, abort);
        if (!abort.aborted && row !== undefined && isAfter(row, seen)) {
          first.value = { rowId: row.id, index: place };
          return;
        }
      }
    } catch (fault) {
      reportFault(replay.endpoint, fault);
    }
  }

  effect(() => {
    const seen = replay.seen.value;
    const isOpen = replay.opened.value && view.view.value === 'transcript';
    const { complete, generation } = replay.header.value ?? {};
    // Which rows are shown.
    const shows = [view.filter.value, view.toggled.value, generation];
    first.value = undefined;
    if (seen === undefined || !isOpen || complete !== true || shows.length === 0) {
      return undefined;
    }
    const controller = new AbortController();
    void find(seen, controller.signal);
    return () => controller.abort();
  });

  effect(() => {
    const [shown, at] = [view.shown.value, first.value];
    if (
      shown !== undefined &&
      at !== undefined &&
      shown.first <= at.index &&
      at.index <= shown.last
    ) {
      wasShown.value = true;
    }
  });

  return {
    /** Undefined if nothing is, or the filter hides it. */
    first: computed(() => first.value),
    /** How many rows are, as far as the reader was not there yet. */
    count: computed(() =>
      first.value === undefined || wasShown.value
        ? 0
        : Math.max(0, replay.rows.total.value - first.value.index),
    ),
    goTo() {
      const rowId = first.peek()?.rowId;
      if (rowId !== undefined) {
        void replay.goToRow(rowId);
      }
    },
  };
}
