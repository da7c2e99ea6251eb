import type { ReadonlySignal, Signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ListCommand } from './listKeys.ts';
import type { ScrollAim } from './scrollAim.ts';
import type { ListView } from './listView.ts';

interface ListFocus {
  /** Runs a navigation command; false for any other. */
  move(command: ListCommand, total: number): boolean;
  /** Focuses an item, now or once it is drawn. */
  focusItem(index: number): void;
  onFocusIn(event: FocusEvent): void;
}

/** Fraction of the screen that one step scrolls within an item taller than the screen. */
const tallStep = 0.5;

/** Fraction of the screen that a page key scrolls; the rest helps readers keep their place. */
const pageStep = 0.9;

/**
 * The current item: exactly one item is focusable, and it stays drawn wherever the list scrolls. It
 * takes the focus when nothing on the page has it, as when the tab has just opened, so that keys
 * work immediately.
 *
 * @param isOpened until then, the current item is unknown.
 */
export function useListFocus(
  scroller: { readonly current: HTMLElement | null },
  view: ListView,
  aim: ScrollAim,
  current: Signal<number>,
  isOpened: ReadonlySignal<boolean>,
): ListFocus {
  const wanted = useRef<number | undefined>(undefined);
  const focusWanted = () => {
    const element =
      wanted.current === undefined ? null : itemElement(scroller.current, wanted.current);
    if (element !== null) {
      wanted.current = undefined;
      element.focus({ preventScroll: true });
    }
  };

  useLayoutEffect(() => {
    const takeUnclaimed = () => {
      if (isUnclaimed()) {
        itemElement(scroller.current, current.peek())?.focus({ preventScroll: true });
      }
    };
    window.addEventListener('focus', takeUnclaimed);
    return () => window.removeEventListener('focus', takeUnclaimed);
  }, [scroller, current]);

  useLayoutEffect(() => {
    if (wanted.current === undefined && isOpened.peek() && isUnclaimed()) {
      wanted.current = current.peek();
    }
    focusWanted();
  });

  return useMemo(() => {
    const focusItem = (index: number) => {
      current.value = index;
      wanted.current = index;
      focusWanted();
    };
    const goTo = (index: number, align: 'auto' | 'start' | 'end') => {
      aim.start({ index, align });
      focusItem(index);
    };
    const step = (by: 1 | -1, total: number) => {
      const element = itemElement(scroller.current, current.peek());
      const hidden = element === null ? 0 : hiddenPart(scroller.current, element, by);
      if (hidden > 0) {
        // Read a long item to its end before moving to the next.
        view.scrollBy(by * Math.min(hidden, view.screen * tallStep));
        focusItem(current.peek());
      } else {
        const next = Math.min(total - 1, Math.max(0, current.peek() + by));
        goTo(next, 'auto');
      }
    };
    const page = (by: 1 | -1, total: number) => {
      view.scrollBy(by * (view.screen - view.cover) * pageStep);
      const isAtEnd = by > 0 && view.distanceToEnd < 1;
      focusItem(isAtEnd ? total - 1 : (view.uncoveredShown?.first ?? 0));
    };
    const moves: Partial<Record<ListCommand, (total: number) => void>> = {
      extendNext: (total) => goTo(Math.min(total - 1, current.peek() + 1), 'auto'),
      extendPrevious: () => goTo(Math.max(0, current.peek() - 1), 'auto'),
      next: (total) => step(1, total),
      previous: (total) => step(-1, total),
      first: () => goTo(0, 'start'),
      extendFirst: () => goTo(0, 'start'),
      last: (total) => goTo(total - 1, 'end'),
      extendLast: (total) => goTo(total - 1, 'end'),
      pageDown: (total) => page(1, total),
      pageUp: (total) => page(-1, total),
    };
    return {
      focusItem,
      move(command, total) {
        const move = moves[command];
        if (total > 0) {
          move?.(total);
        }
        return total === 0 || move !== undefined;
      },
      onFocusIn(event) {
        const item = event.target instanceof Element ? event.target.closest('[data-index]') : null;
        const index = Number(item?.getAttribute('data-index') ?? NaN);
        if (Number.isInteger(index)) {
          current.value = index;
        }
      },
    };
  }, [scroller, view, aim, current]);
}

/** The page has the focus, but nothing in it does. */
function isUnclaimed(): boolean {
  const { activeElement, body } = document;
  return document.hasFocus() && (activeElement === null || activeElement === body);
}

function itemElement(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
}

/** CSS pixels of a visible item beyond the edge in the direction of a step. */
function hiddenPart(scroller: HTMLElement | null, element: HTMLElement, by: 1 | -1): number {
  if (scroller === null) {
    return 0;
  }
  const screen = scroller.getBoundingClientRect();
  const item = element.getBoundingClientRect();
  if (item.bottom <= screen.top || item.top >= screen.bottom) {
    return 0;
  }
  return by > 0 ? item.bottom - screen.bottom - 1 : screen.top - item.top - 1;
}
