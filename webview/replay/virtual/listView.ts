import { Heights } from './heights.ts';
import type { FrameBudget } from '../../kit/surface/frameBudget.ts';
import { ListScreen } from './listScreen.ts';
import { indexesOf, isInRange, rangeAround, shownAt, type IndexRange } from './shownRange.ts';

/**
 * Class of an item that has not loaded or is not drawn; its height is an estimate and not measured.
 */
export const placeholderClass = 'list-placeholder';

/**
 * Drawing budget per frame in milliseconds; further rows wait for the next frame. Laying out rows
 * takes twice as long again.
 */
const drawingMs = { onScreen: 8, nearIt: 4 };

export interface ListLooks {
  /** CSS pixels at the top of the screen that something else may cover. */
  readonly cover?: number | undefined;
  /** Attribute of an item's element with its index, if there are two lists. */
  readonly attribute?: `data-${string}`;
}

export type Align = 'start' | 'center' | 'end' | 'auto';

/**
 * Decides which items of a long list are near the screen, and positions them. Only those are drawn.
 * Their heights are measured together after each render, and items above the screen are then
 * repositioned without moving what is on it. Lengths are CSS pixels; offsets count from the start
 * of the list.
 */
export class ListView {
  readonly heights: Heights;
  /** CSS pixels at the top of the screen that something else may cover. */
  readonly cover: number;
  /** Whether an item may also be where something covers others. */
  isUncovered: (index: number) => boolean = () => false;
  readonly #sizes = new ResizeObserver((entries) => this.#resized(entries));
  readonly #observed = new WeakSet<Element>();
  /** Undefined until the list is in the document. */
  #place: { readonly screen: ListScreen; readonly content: HTMLElement } | undefined;
  /** An item near the screen waits until everything on screen is drawn. */
  #holdsBack = false;
  #turnsTaken = 0;
  #drawn: ReadonlySet<number> = new Set();
  #range: IndexRange = { first: 0, last: -1 };

  /** Attribute of an item's element with its index. */
  readonly #attribute: string;

  constructor(
    estimate: number,
    /** Schedules a redraw of the list. */
    readonly redraw: () => void,
    looks: ListLooks = {},
  ) {
    const { cover = 0, attribute = 'data-index' } = looks;
    this.heights = new Heights(estimate);
    this.cover = cover;
    this.#attribute = attribute;
  }

  /** Follows the scroller until the returned function is called. */
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

  /** From the bottom of the screen to the end of the list. */
  get distanceToEnd(): number {
    return this.heights.total - this.top - this.screen;
  }

  /** The items that are visible, wholly or in part; undefined if the list is empty or has no room. */
  get shown(): IndexRange | undefined {
    return this.screen === 0 || this.heights.count === 0
      ? undefined
      : shownAt(this.heights, this.top, this.screen);
  }

  /** The same without the items that are under the cover as a whole. */
  get uncoveredShown(): IndexRange | undefined {
    const { shown, top } = this;
    // Nothing covers the start of the list.
    const first = top <= 0 ? 0 : this.heights.at(top + this.cover);
    return shown && { ...shown, first: Math.min(shown.last, first) };
  }

  /** Whether everything on screen is drawn and measured. */
  get isScreenDrawn(): boolean {
    const { shown } = this;
    return shown !== undefined && indexesOf(shown, -1, 0).every((index) => this.#drawn.has(index));
  }

  /**
   * An item's place in the drawing order, if there is time to draw it before the next frame. Items
   * on screen come first.
   */
  takeTurn(index: number, budget: FrameBudget): number | undefined {
    const { shown } = this;
    const isShown = shown !== undefined && isInRange(shown, index);
    if (!isShown && !this.isScreenDrawn) {
      this.#holdsBack = true;
      return undefined;
    }
    if (!budget.tryRow(isShown ? drawingMs.onScreen : drawingMs.nearIt, this.redraw)) {
      return undefined;
    }
    this.#turnsTaken += 1;
    return this.#turnsTaken;
  }

  /**
   * The items to draw now.
   *
   * @param pinned drawn even when off screen, so that it keeps the focus.
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

  /** After each render: measures and positions everything before it is painted. */
  place(): void {
    if (this.#place === undefined) {
      return;
    }
    const { screen, content } = this.#place;
    screen.takeIn(this.heights.total);
    // All at once before anything moves, so that the browser lays out only once.
    const items = itemsOf(content)
      .filter((item) => !isPlaceholder(item))
      .map((item) => ({ item, height: item.getBoundingClientRect().height }));
    this.#drawn = new Set(items.map(({ item }) => this.#indexOf(item)));
    for (const { item, height } of items) {
      this.#measured(screen, this.#indexOf(item), height);
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
   * Scrolls an item into view.
   *
   * @param above pixels of the item to leave above the screen when aligned to its start; without
   *   it, the start is below the cover.
   * @returns whether the list had to move.
   */
  bring(index: number, align: Align, above?: number): boolean {
    const before = this.top;
    this.scrollTo(this.#offsetFor(index, align, above));
    const hasMoved = Math.abs(this.top - before) >= 1;
    if (hasMoved) {
      this.redraw();
    }
    return hasMoved;
  }

  #offsetFor(index: number, align: Align, above: number | undefined): number {
    const cover = this.isUncovered(index) ? 0 : this.cover;
    const start = this.heights.startOf(index);
    const end = start + this.heights.of(index);
    switch (align) {
      case 'start':
        return start + (above ?? -cover);
      case 'center':
        return (start + end - this.screen) / 2;
      case 'end':
        return end - this.screen;
      case 'auto':
        return nearestOffset({ start, end }, this.top + cover, this.screen - cover) - cover;
    }
  }

  #indexOf(item: Element): number {
    return Number(item.getAttribute(this.#attribute));
  }

  /** Content on screen must not move when something above it changes height. */
  #measured(screen: ListScreen, index: number, height: number): void {
    const { heights } = this;
    const start = heights.startOf(index);
    const isKnown = heights.isMeasured(index);
    if (isKnown && Math.abs(heights.of(index) - height) < 0.1) {
      return;
    }
    // A wrong estimate affects the part above the screen; a later change to an item that reaches
    // into the screen most likely happened there.
    const isAbove = isKnown ? start + heights.of(index) <= screen.top : start < screen.top;
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
      } else if (target.hasAttribute(this.#attribute) && !isPlaceholder(target)) {
        this.#measured(screen, this.#indexOf(target), borderBoxSize[0]?.blockSize ?? 0);
      }
    }
    this.#settle();
  }

  /** Updates the document to match the numbers, and redraws if undrawn items come into view. */
  #settle(): void {
    if (this.#place === undefined) {
      return;
    }
    const { screen, content } = this.#place;
    const shift = screen.scroll(content, this.heights.total);
    for (const item of itemsOf(content)) {
      const start = this.heights.startOf(this.#indexOf(item)) - shift;
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
 * The scroll offset that shows an item with the least scrolling. For an item taller than the screen
 * that is its nearer end, and inside it nothing moves.
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
