import type { Range } from '@tanstack/virtual-core';
import type { ListVirtualizer } from './useVirtualizer.ts';

/** Where the list is to be scrolled to. */
export interface Aim {
  readonly index: number;
  readonly align: 'start' | 'center' | 'end' | 'auto';
  /** CSS pixels that the item's top is above the screen's. */
  readonly offset?: number;
}

type Shown = Pick<Range, 'startIndex' | 'endIndex'>;

/**
 * Scrolls to an item whose surroundings are not here yet: placeholders have other heights than the
 * rows that take their place, so the aim is taken again until what is on screen is real.
 */
export class ScrollAim {
  readonly #virtualizer: ListVirtualizer;
  #aim: Aim | undefined;

  constructor(virtualizer: ListVirtualizer) {
    this.#virtualizer = virtualizer;
  }

  /** It is not reached yet. */
  get isTaken(): boolean {
    return this.#aim !== undefined;
  }

  start(aim: Aim): void {
    this.#aim = aim;
    this.#scroll(aim);
  }

  /** The reader goes elsewhere. */
  stop(): void {
    this.#aim = undefined;
  }

  /**
   * After each drawing.
   *
   * @param isHere whether all items of a range are.
   */
  hold(isHere: (shown: Shown) => boolean): void {
    const { range } = this.#virtualizer;
    const aim = this.#aim;
    if (aim === undefined || range === null) {
      return;
    }
    const isOnScreen = aim.index >= range.startIndex && aim.index <= range.endIndex;
    if (isOnScreen && isHere(range)) {
      this.#aim = undefined;
    }
    this.#scroll(aim);
  }

  #scroll({ index, align, offset = 0 }: Aim): void {
    this.#virtualizer.options.scrollPaddingStart = -offset;
    this.#virtualizer.scrollToIndex(index, { align });
  }
}
