import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';

export type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

interface VirtualizerSettings {
  readonly count: number;
  /** Height of an item that was not measured yet, CSS pixels. */
  readonly estimate: number;
  /** Drawn even when it is off the screen, so that it keeps the focus. */
  readonly pinned: number;
  readonly scroller: { readonly current: HTMLElement | null };
}

/** Items drawn beyond either edge of the screen. */
export const overscan = 8;

/**
 * TanStack's virtualizer under Preact: options go in with each render, the two life-cycle calls after
 * it, and a change draws again.
 */
export function useVirtualizer(settings: VirtualizerSettings): ListVirtualizer {
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const pinned = useRef(settings.pinned);
  pinned.current = settings.pinned;
  const options = {
    count: settings.count,
    overscan,
    estimateSize: () => settings.estimate,
    getScrollElement: () => settings.scroller.current,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    rangeExtractor: (range: Range) => extractRange(range, pinned.current),
    onChange: () => {
      redraw(undefined);
    },
  };
  const virtualizer = useMemo(() => new Virtualizer<HTMLElement, HTMLElement>(options), []);
  // What an aim has set stays until the next one.
  virtualizer.setOptions({
    ...options,
    scrollPaddingStart: virtualizer.options.scrollPaddingStart,
  });
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });
  return virtualizer;
}

/** What is on screen, some more on either side, and the pinned item wherever it is. */
export function extractRange(range: Range, pinned: number): number[] {
  const first = Math.max(0, range.startIndex - range.overscan);
  const last = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (pinned >= 0 && pinned < range.count && (pinned < first || pinned > last)) {
    return pinned < first ? [pinned, ...indexes] : [...indexes, pinned];
  }
  return indexes;
}
