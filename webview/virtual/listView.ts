import { Heights } from './heights.ts';
import type { Turns } from '../surface/turns.ts';
import { ListScreen } from './listScreen.ts';
import { indexesOf, isWithin, rangeAround, shownAt, type Shown } from './shownRange.ts';

/** Class of an item that is not here yet or not drawn; its height is an estimate and not measured. */
export const placeholderClass = 'list-placeholder';

/**
 * Milliseconds that may go by until the next frame before a row is left for after it. To lay rows out
 * takes twice as long again.
 */
const drawingMs = { onScreen: 8, nearIt: 4 };

export type Align = 'start' | 'center' | 'end' | 'auto';

/**
 * Which items of a long list are near the screen, and where they stand. Only those are drawn. Their
 * heights are measured in one go after each drawing, and what is above the screen then takes its
 * place without what is on it moving. Lengths are CSS pixels, offsets count from the list's start.
 */
export class ListView {
  readonly heights: Heights;
  /** Has the list drawn anew, soon. */
  readonly redraw: () => void;
  readonly #sizes = new ResizeObserver((entries) => {
    this.#resized(entries);
  });
  readonly #observed = new WeakSet<Element>();
  /** Undefined before the list is in the document. */
  #place: { readonly screen: ListScreen; readonly content: HTMLElement } | undefined;
  /** Something near the screen waits until all on it is drawn. */
  #holdsBack = false;
  #turnsTaken = 0;
  #drawn: ReadonlySet<number> = new Set();
  #range: Shown = { first: 0, last: -1 };

  constructor(estimate: number, redraw: () => void) {
    this.heights = new Heights(estimate);
    this.redraw = redraw;
  }

  /** Begins to follow the scroller; ends with what is returned. */
  attach(scroller: HTMLElement, content: HTMLElement): () => void {
    const screen = new ListScreen(scroller, this.redraw);
    this.#place = { screen, content };
    const onScroll = () => {
      if (screen.takeIn(this.heights.total)) {
        this.#settle();
      }
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    this.#sizes.observe(scroller);
    this.redraw();
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      this.#sizes.disconnect();
      screen.dispose();
    };
  }

  /** Offset of the screen's top. */
  get top(): number {
    return this.#place?.screen.top ?? 0;
  }

  /** The screen's height. */
  get screen(): number {
    return this.#place?.screen.height ?? 0;
  }

  get isScrolling(): boolean {
    return this.#place?.screen.isScrolling === true;
  }

  /** From the end of what is on screen to the list's. */
  get distanceToEnd(): number {
    return this.heights.total - this.top - this.screen;
  }

  /** Undefined where there is nothing, or no room to show it. */
  get shown(): Shown | undefined {
    return this.screen === 0 || this.heights.count === 0
      ? undefined
      : shownAt(this.heights, this.top, this.screen);
  }

  /** Everything on screen is drawn and measured. */
  get isScreenDrawn(): boolean {
    const { shown } = this;
    return shown !== undefined && indexesOf(shown, -1, 0).every((index) => this.#drawn.has(index));
  }

  /**
   * An item's place in the order of drawing, if there is time to draw it before the next frame. What
   * is on screen comes first.
   */
  takeTurn(index: number, turns: Turns): number | undefined {
    const { shown } = this;
    const isShown = shown !== undefined && isWithin(shown, index);
    if (!isShown && !this.isScreenDrawn) {
      this.#holdsBack = true;
      return undefined;
    }
    if (!turns.takeRow(isShown ? drawingMs.onScreen : drawingMs.nearIt, this.redraw)) {
      return undefined;
    }
    this.#turnsTaken += 1;
    return this.#turnsTaken;
  }

  /**
   * The items to draw now.
   *
   * @param pinned drawn even when it is off the screen, so that it keeps the focus.
   */
  indexes(pinned: number): readonly number[] {
    const { shown } = this;
    if (shown === undefined) {
      return [];
    }
    const range = rangeAround(shown, this.heights, this.#range);
    this.#range = range;
    return indexesOf(range, pinned, this.heights.count);
  }

  /** After each drawing: measures it and puts everything in its place, before it is painted. */
  place(): void {
    if (this.#place === undefined) {
      return;
    }
    const { screen, content } = this.#place;
    screen.takeIn(this.heights.total);
    // All in one go, before anything is moved, so that the browser lays out once.
    const items = itemsOf(content)
      .filter((item) => !isPlaceholder(item))
      .map((item) => ({ item, height: item.getBoundingClientRect().height }));
    this.#drawn = new Set(items.map(({ item }) => indexOf(item)));
    for (const { item, height } of items) {
      this.#measured(screen, indexOf(item), height);
      if (!this.#observed.has(item)) {
        this.#observed.add(item);
        this.#sizes.observe(item);
      }
    }
    this.#settle();
    if (this.#holdsBack && this.isScreenDrawn) {
      this.#holdsBack = false;
      this.redraw();
    }
  }

  scrollBy(distance: number): void {
    this.scrollTo(this.top + distance);
  }

  scrollTo(offset: number): void {
    if (this.#place !== undefined) {
      this.#place.screen.top = offset;
      this.#settle();
    }
  }

  /**
   * Brings an item onto the screen.
   *
   * @param above how much of it is to be above the screen, where it is aligned to its start.
   * @returns whether the list had to move.
   */
  bring(index: number, align: Align, above = 0): boolean {
    const before = this.top;
    this.scrollTo(this.#offsetFor(index, align, above));
    const hasMoved = Math.abs(this.top - before) >= 1;
    if (hasMoved) {
      this.redraw();
    }
    return hasMoved;
  }

  #offsetFor(index: number, align: Align, above: number): number {
    const start = this.heights.startOf(index);
    const end = start + this.heights.of(index);
    switch (align) {
      case 'start':
        return start + above;
      case 'center':
        return (start + end - this.screen) / 2;
      case 'end':
        return end - this.screen;
      case 'auto':
        return nearestOffset({ start, end }, this.top, this.screen);
    }
  }

  /** What the reader reads must not move when something above it turns out to be of another height. */
  #measured(screen: ListScreen, index: number, height: number): void {
    const { heights } = this;
    const start = heights.startOf(index);
    const known = heights.isMeasured(index);
    if (known && Math.abs(heights.of(index) - height) < 0.1) {
      return;
    }
    // An estimate is wrong for the part above the screen; a change of an item that reaches into the
    // screen most likely happened there.
    const isAbove = known ? start + heights.of(index) <= screen.top : start < screen.top;
    const growth = heights.set(index, height);
    if (isAbove) {
      screen.top += growth;
    }
  }

  #resized(entries: readonly ResizeObserverEntry[]): void {
    if (this.#place === undefined) {
      return;
    }
    const { screen } = this.#place;
    screen.takeIn(this.heights.total);
    for (const { target, borderBoxSize } of entries) {
      if (!target.isConnected) {
        this.#sizes.unobserve(target);
      } else if (target.hasAttribute(indexAttribute) && !isPlaceholder(target)) {
        this.#measured(screen, indexOf(target), borderBoxSize[0]?.blockSize ?? 0);
      }
    }
    this.#settle();
  }

  /** Makes the document agree with the numbers, and draws anew if that shows what is not drawn. */
  #settle(): void {
    if (this.#place === undefined) {
      return;
    }
    const { screen, content } = this.#place;
    const shift = screen.scroll(content, this.heights.total);
    for (const item of itemsOf(content)) {
      const start = this.heights.startOf(indexOf(item)) - shift;
      const transform = `translateY(${start}px)`;
      if (item.style.transform !== transform) {
        item.style.transform = transform;
      }
    }
    const { shown } = this;
    if (shown !== undefined) {
      const { first, last } = rangeAround(shown, this.heights, this.#range);
      if (first !== this.#range.first || last !== this.#range.last) {
        this.redraw();
      }
    }
  }
}

/**
 * Where the screen's top has to be for an item to be seen, with as little scrolling as can be. Of an
 * item that is taller than the screen the nearer end is shown, and inside it nothing moves.
 */
export function nearestOffset(
  { start, end }: { readonly start: number; readonly end: number },
  top: number,
  screen: number,
): number {
  const toStart = start;
  const toEnd = end - screen;
  return Math.max(Math.min(top, Math.max(toStart, toEnd)), Math.min(toStart, toEnd));
}

function itemsOf(content: HTMLElement): readonly HTMLElement[] {
  return [...content.children].filter((item) => item instanceof HTMLElement);
}

function isPlaceholder(item: Element): boolean {
  return item.classList.contains(placeholderClass);
}

/** Only the list's items have it. */
const indexAttribute = 'data-index';

function indexOf(item: Element): number {
  return Number(item.getAttribute(indexAttribute));
}
