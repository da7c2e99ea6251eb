import { Heights } from './heights.ts';
import type { Turns } from '../surface/turns.ts';
import { ScrollScale } from './scrollScale.ts';
import { indexesOf, isWithin, rangeAround, shownAt, type Shown } from './shownRange.ts';

/** A list that was not scrolled for so long is at rest. Browsers without `scrollend` tell no better. */
const restMs = 150;

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
  readonly #scale = new ScrollScale();
  readonly #sizes = new ResizeObserver((entries) => {
    this.#resized(entries);
  });
  readonly #observed = new WeakSet<Element>();
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  /** Offset of the screen's top. */
  #top = 0;
  #screen = 0;
  /** Where the screen's top is in the window. */
  #edge = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
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
    this.#scroller = scroller;
    this.#content = content;
    this.#screen = scroller.clientHeight;
    this.#edge = scroller.getBoundingClientRect().top;
    const onScroll = () => {
      this.#scrolled();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    this.#sizes.observe(scroller);
    this.redraw();
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      this.#sizes.disconnect();
      clearTimeout(this.#rest);
    };
  }

  get top(): number {
    return this.#top;
  }

  get screen(): number {
    return this.#screen;
  }

  get isScrolling(): boolean {
    return this.#rest !== undefined;
  }

  /** From the end of what is on screen to the list's. */
  get distanceToEnd(): number {
    return this.heights.total - this.#top - this.#screen;
  }

  /** Undefined where there is nothing, or no room to show it. */
  get shown(): Shown | undefined {
    if (this.#screen === 0 || this.heights.count === 0) {
      return undefined;
    }
    return shownAt(this.heights, this.#top, this.#screen);
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
    if (this.#content === undefined) {
      return;
    }
    this.#takeIn();
    // All in one go, before anything is moved, so that the browser lays out once.
    const items = itemsOf(this.#content)
      .filter((item) => !item.classList.contains(placeholderClass))
      .map((item) => ({ item, height: item.getBoundingClientRect().height }));
    this.#drawn = new Set(items.map(({ item }) => indexOf(item)));
    for (const { item, height } of items) {
      this.#measured(indexOf(item), height);
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
    this.scrollTo(this.#top + distance);
  }

  scrollTo(offset: number): void {
    this.#top = offset;
    this.#settle();
  }

  /**
   * Brings an item onto the screen.
   *
   * @param above how much of it is to be above the screen, where it is aligned to its start.
   * @returns whether the list had to move.
   */
  bring(index: number, align: Align, above = 0): boolean {
    const before = this.#top;
    this.scrollTo(this.#offsetFor(index, align, above));
    const hasMoved = Math.abs(this.#top - before) >= 1;
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
        return (start + end - this.#screen) / 2;
      case 'end':
        return end - this.#screen;
      case 'auto':
        return nearestOffset({ start, end }, this.#top, this.#screen);
    }
  }

  /** What the reader reads must not move when something above it turns out to be of another height. */
  #measured(index: number, height: number): void {
    const { heights } = this;
    const start = heights.startOf(index);
    const known = heights.isMeasured(index);
    if (known && Math.abs(heights.of(index) - height) < 0.1) {
      return;
    }
    // An estimate is wrong for the part above the screen; a change of an item that reaches into the
    // screen most likely happened there.
    const isAbove = known ? start + heights.of(index) <= this.#top : start < this.#top;
    const growth = heights.set(index, height);
    if (isAbove) {
      this.#top += growth;
    }
  }

  #resized(entries: readonly ResizeObserverEntry[]): void {
    this.#takeIn();
    for (const { target, borderBoxSize } of entries) {
      if (target === this.#scroller) {
        continue;
      }
      if (!target.isConnected) {
        this.#sizes.unobserve(target);
      } else if (!target.classList.contains(placeholderClass)) {
        this.#measured(indexOf(target), borderBoxSize[0]?.blockSize ?? 0);
      }
    }
    this.#settle();
  }

  #scrolled(): void {
    if (this.#takeIn()) {
      this.#settle();
    }
  }

  /**
   * Learns where the reader scrolled to and how much there is to see. Observers tell it too late:
   * what was moved since, in a screen that has another height since, would be put back. What is read
   * stays where it is in the window while what is above the list grows or shrinks.
   *
   * @returns whether the reader scrolled, or the screen moved.
   */
  #takeIn(): boolean {
    const scroller = this.#scroller;
    if (scroller === undefined) {
      return false;
    }
    this.#screen = scroller.clientHeight;
    const edge = scroller.getBoundingClientRect().top;
    const moved = this.#top > 0 ? edge - this.#edge : 0;
    this.#edge = edge;
    const { total } = this.heights;
    const offset = this.#scale.offsetAt(scroller.scrollTop, this.#top, total, this.#screen);
    if (moved !== 0) {
      // A browser that had to scroll a list that grew, because it was at its end, did no more.
      this.#top += moved;
      return true;
    }
    if (offset === undefined) {
      return false;
    }
    this.#top = offset;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.redraw();
    }, restMs);
    return true;
  }

  /** Makes the document agree with the numbers, and draws anew if that shows what is not drawn. */
  #settle(): void {
    const [scroller, content] = [this.#scroller, this.#content];
    if (scroller === undefined || content === undefined) {
      return;
    }
    const { total } = this.heights;
    this.#top = Math.max(0, Math.min(this.#top, total - this.#screen));
    const height = `${this.#scale.heightOf(total)}px`;
    if (content.style.height !== height) {
      content.style.height = height;
    }
    this.#top = this.#scale.moveTo(scroller, this.#top, total, this.#screen);
    for (const item of itemsOf(content)) {
      const start = this.heights.startOf(indexOf(item)) - this.#scale.shift;
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

function indexOf(item: Element): number {
  return Number(item.getAttribute('data-index'));
}
