import type { Align, ListView } from './listView.ts';
import { isInRange } from './shownRange.ts';

/** A scroll target. */
export interface Aim {
  readonly index: number;
  readonly align: Align;
  /** CSS pixels of the item above the top of the screen. */
  readonly offset?: number;
}

/**
 * Scrolls to an item whose surroundings have not loaded. Placeholders differ in height from the
 * rows that replace them, so it scrolls again until the screen is fully drawn and stable.
 */
export class ScrollAim {
  #aim: Aim | undefined;

  constructor(private readonly view: ListView) {}

  /** The target has not been reached. */
  get isPending(): boolean {
    return this.#aim !== undefined;
  }

  start(aim: Aim): void {
    this.#aim = aim;
    if (!this.view.bring(aim.index, aim.align, aim.offset)) {
      // Only a render tells whether the target was reached and can be dropped.
      this.view.redraw();
    }
  }

  /** The reader scrolled elsewhere. */
  stop(): void {
    this.#aim = undefined;
  }

  /** After each render. */
  hold(): void {
    const { shown, isScreenDrawn } = this.view;
    const aim = this.#aim;
    if (aim === undefined || shown === undefined) {
      return;
    }
    const isReal = isInRange(shown, aim.index) && isScreenDrawn;
    const hasMoved = this.view.bring(aim.index, aim.align, aim.offset);
    if (isReal && !hasMoved) {
      this.#aim = undefined;
    }
  }
}
