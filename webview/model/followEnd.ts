import { computed, signal, type ReadonlySignal } from '@preact/signals';

/** Nearer to the end than this, in CSS pixels, counts as being there. */
const endThreshold = 32;

/** Decides whether the view goes along when rows appear at the end, and counts those not seen yet. */
export interface FollowEnd {
  readonly atEnd: ReadonlySignal<boolean>;
  /** Rows that appeared below while the reader was elsewhere. */
  readonly unseen: ReadonlySignal<number>;
  /** @param distance from the end of what is shown to the end of all, in CSS pixels. */
  scrolled(distance: number): void;
  /** The list grew by so many rows that were appended, not merely indexed. */
  grew(rows: number): void;
  /** Another list is shown: nothing of it is new. */
  reset(): void;
}

export function createFollowEnd(): FollowEnd {
  const atEnd = signal(false);
  const unseen = signal(0);
  return {
    atEnd: computed(() => atEnd.value),
    unseen: computed(() => unseen.value),
    scrolled(distance) {
      atEnd.value = distance <= endThreshold;
      if (atEnd.value) {
        unseen.value = 0;
      }
    },
    grew(rows) {
      if (!atEnd.value && rows > 0) {
        unseen.value += rows;
      }
    },
    reset() {
      unseen.value = 0;
    },
  };
}
