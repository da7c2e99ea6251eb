import { computed, signal, type ReadonlySignal } from '@preact/signals';

/** Selected rows: those from an anchor to where the selection was extended to. */
export interface SelectionModel {
  /** Indexes of the first and the last selected row; undefined if none is. */
  readonly range: ReadonlySignal<IndexRange | undefined>;
  /** Number of selected rows. */
  readonly count: ReadonlySignal<number>;
  /** @param from where a selection starts if there is none. */
  extend(from: number, to: number): void;
  clear(): void;
}

export interface IndexRange {
  readonly first: number;
  readonly last: number;
}

export function createSelectionModel(): SelectionModel {
  const ends = signal<{ readonly anchor: number; readonly head: number } | undefined>(undefined);
  const range = computed(() => {
    const { value } = ends;
    return (
      value && {
        first: Math.min(value.anchor, value.head),
        last: Math.max(value.anchor, value.head),
      }
    );
  });
  return {
    range,
    count: computed(() =>
      range.value === undefined ? 0 : range.value.last - range.value.first + 1,
    ),
    extend(from, to) {
      ends.value = { anchor: ends.peek()?.anchor ?? from, head: to };
    },
    clear() {
      ends.value = undefined;
    },
  };
}
