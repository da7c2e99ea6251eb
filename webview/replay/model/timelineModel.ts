import { batch, computed, effect, signal } from '@preact/signals';
import type { TimelineBins } from '#core/lens/timeline.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { type Later } from '../../kit/page/later.ts';
import type { ReplayModel } from './replayModel.ts';
import type { IndexRange } from '../virtual/shownRange.ts';
import type { ViewModel } from './viewModel.ts';
import { shownRows } from './shownRows.ts';

/** Places among all rows: of those on screen, and of the current one. */
export interface TimelinePlaces extends IndexRange {
  readonly current: number;
}

/** The protocol's limit. */
const mostBins = 2_000;

/** A session that grows changes its timeline this often. ms */
const growthPause = 1_000;

/** The whole session at once, and where in it the reader is, whatever the filter. */
export function createTimelineModel(replay: ReplayModel, view: ViewModel, later: Later) {
  const room = signal(0);
  const bins = signal<TimelineBins | undefined>(undefined);
  const places = signal<TimelinePlaces | undefined>(undefined);
  let target = 0;

  const fail = (fault: unknown) => reportFault(replay.endpoint, fault);
  const read = latest(async () => {
    const wanted = Math.min(room.peek(), mostBins);
    // It may be hidden by now, and is read when it has room again.
    if (wanted > 0) {
      bins.value = await replay.endpoint.request('timeline/read', { bins: wanted });
    }
  }, fail);
  const locate = latest(async () => {
    const { first, last } = view.shown.peek() ?? { first: 0, last: 0 };
    const before = places.peek();
    const [top, bottom, current] = await Promise.all(
      [first, last, view.current.peek()].map(placeOf),
    );
    if (top !== undefined && bottom !== undefined) {
      places.value = { first: top, last: bottom, current: current ?? before?.current ?? top };
    }
  }, fail);

  /** The place among all rows of one within the filter; undefined while it has not loaded. */
  async function placeOf(index: number): Promise<number | undefined> {
    const rowId = replay.rows.at(index)?.id;
    if (rowId === undefined) {
      return undefined;
    }
    const params = { filter: 'all', rowId } as const;
    return (await replay.endpoint.request('row/locate', params)).index;
  }

  /** The other way round: the nearest row within the filter. */
  async function indexOf(place: number): Promise<number | undefined> {
    const filter = view.filter.peek();
    if (filter === 'all') {
      return place;
    }
    const params = { filter: 'all', start: place, count: 1 } as const;
    const [row] = (await replay.endpoint.request('rows/read', params)).rows;
    return (
      row &&
      (await replay.endpoint.request('row/locate', { ...shownRows(view), rowId: row.id })).index
    );
  }

  /** What a timeline depends on; calls that end change the number of those in trouble. */
  const version = computed(() => {
    const header = replay.header.value;
    return header && `${header.generation} ${header.rows} ${header.trouble}`;
  });
  let generation: number | undefined;
  let isWaiting = false;
  effect(() => {
    if (room.value === 0 || version.value === undefined) {
      return;
    }
    const next = replay.header.peek()?.generation;
    if (next !== generation) {
      // The first one, or of other rows.
      generation = next;
      read();
    } else if (!isWaiting) {
      isWaiting = true;
      later(() => {
        isWaiting = false;
        read();
      }, growthPause);
    }
  });
  effect(() => {
    const shown = view.shown.value;
    const current = view.current.value;
    if (view.view.value !== 'transcript' || shown === undefined) {
      return;
    }
    if (view.filter.value === 'all') {
      places.value = { ...shown, current };
    } else if (replay.rows.at(shown.first) !== undefined) {
      locate();
    }
  });

  return {
    /** Undefined until it was read. */
    bins: computed(() => bins.value),
    places: computed(() => places.value),
    /** There is room for this many bins. */
    setRoom(next: number) {
      room.value = next;
    },
    /** Makes a row current and scrolls to it. @param place among all rows. */
    async goTo(place: number) {
      target += 1;
      const mine = target;
      try {
        const index = await indexOf(place);
        if (index !== undefined && mine === target) {
          replay.readerMoved();
          const isLast = index === replay.rows.total.peek() - 1;
          batch(() => {
            view.current.value = index;
            replay.scroll.value = { index, align: isLast ? 'end' : 'start' };
          });
        }
      } catch (fault) {
        fail(fault);
      }
    },
  };
}

export type TimelineModel = ReturnType<typeof createTimelineModel>;

/** Runs one at a time; requests in the meantime get one more run after it. */
function latest(run: () => Promise<void>, fail: (fault: unknown) => void): () => void {
  let isRunning = false;
  let isWanted = false;
  const start = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await run().catch(fail);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) {
      void start();
    }
  };
}
