import { computed, signal } from '@preact/signals';
import type { Aim } from '../virtual/scrollAim.ts';

/** Within this distance of the end, in CSS pixels, counts as being there. */
const endThreshold = 32;

/** Decides whether the view follows rows added at the end, and counts unseen ones. */
export function createFollowEnd() {
  const atEnd = signal(false);
  const unseen = signal(0);
  const seen = signal(0);
  return {
    atEnd: computed(() => atEnd.value),
    /** Rows added below while the reader was elsewhere. */
    unseen: computed(() => unseen.value),
    /** Rows added while the reader was there and saw them come. */
    seen: computed(() => seen.value),
    /** @param distance from the end of the visible part to the end of the list, in CSS pixels. */
    scrolled(distance: number) {
      atEnd.value = distance <= endThreshold;
      (atEnd.value ? unseen : seen).value = 0;
    },
    /**
     * The list grew by this many appended (not just newly indexed) rows.
     *
     * @param isFollowed the view goes to its new end.
     */
    grew(rows: number, isFollowed: boolean) {
      if (isFollowed) {
        seen.value += rows;
      } else if (!atEnd.value && rows > 0) {
        unseen.value += rows;
      }
    },
    /** Another list is shown, where nothing counts as new. */
    reset() {
      unseen.value = 0;
      seen.value = 0;
    },
  };
}

/** A request to scroll the current list to an item. */
export interface ScrollRequest extends Aim {
  /** Also focus it; `kept` does so only if another item has the focus. */
  readonly focus?: boolean | 'kept';
}

/** Another list is on its way, and with it where to scroll to. */
export const opening: ScrollRequest = { index: Infinity, align: 'start' };
