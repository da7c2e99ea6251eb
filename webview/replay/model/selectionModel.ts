import { computed, signal } from '@preact/signals';
import type { IndexRange } from '../virtual/shownRange.ts';

/** Selected rows: those from an anchor to where the selection was extended to. */
export function createSelectionModel() {
  const ends = signal<{ readonly anchor: number; readonly head: number } | undefined>(undefined);
  /** Indexes of the first and the last selected row; undefined if none is. */
  const range = computed((): IndexRange | undefined => {
    const { anchor, head } = ends.value ?? {};
    return anchor === undefined || head === undefined
      ? undefined
      : { first: Math.min(anchor, head), last: Math.max(anchor, head) };
  });
  return {
    range,
    /** Number of selected rows. */
    count: computed(() =>
      range.value === undefined ? 0 : range.value.last - range.value.first + 1,
    ),
    /** @param from where a selection starts if there is none. */
    extend(from: number, to: number) {
      ends.value = { anchor: ends.peek()?.anchor ?? from, head: to };
    },
    clear() {
      ends.value = undefined;
    },
  };
}

export type SelectionModel = ReturnType<typeof createSelectionModel>;
