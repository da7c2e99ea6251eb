import type { Align, ListView } from './listView.ts';
import { isWithin } from './shownRange.ts';

/** Where the list is to be scrolled to. */
export interface Aim {
  readonly index: number;
  readonly align: Align;
  /** CSS pixels that the item's top is above the screen's. */
  readonly offset?: number;
}

/**
 * Scrolls to an item whose surroundings are not here yet: placeholders have other heights than the
 * rows that take their place, so the aim is taken again until what is on screen is real and stays.
 */
export class ScrollAim {
  readonly #view: ListView;
  #aim: Aim | undefined;

  constructor(view: ListView) {
    this.#view = view;
  }

  /** It is not reached yet. */
  get isTaken(): boolean {
    return this.#aim !== undefined;
  }

  start(aim: Aim): void {
    this.#aim = aim;
    if (!this.#bring(aim)) {
      // Only after a drawing is it known whether it is reached, and to be let go of.
      this.#view.redraw();
    }
  }

  /** The reader goes elsewhere. */
  stop(): void {
    this.#aim = undefined;
  }

  /** After each drawing. */
  hold(): void {
    const { shown, isScreenDrawn } = this.#view;
    const aim = this.#aim;
    if (aim === undefined || shown === undefined) {
      return;
    }
    const isReal = isWithin(shown, aim.index) && isScreenDrawn;
    const hasMoved = this.#bring(aim);
    if (isReal && !hasMoved) {
      this.#aim = undefined;
    }
  }

  #bring({ index, align, offset = 0 }: Aim): boolean {
    return this.#view.bring(index, align, offset);
  }
}
