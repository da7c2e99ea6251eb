import { ScrollScale } from './scrollScale.ts';

/** A list that was not scrolled for so long is at rest. Browsers without `scrollend` tell no better. */
const restMs = 150;

/** The part of a list that the reader sees. Lengths are CSS pixels, offsets count from the list's start. */
export class ListScreen {
  /** Offset of its top. */
  top = 0;
  readonly #scroller: HTMLElement;
  readonly #onRest: () => void;
  readonly #scale = new ScrollScale();
  #height: number;
  /** Where its top is in the window. */
  #edge: number;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @param onRest is called when the reader has stopped scrolling. */
  constructor(scroller: HTMLElement, onRest: () => void) {
    this.#scroller = scroller;
    this.#onRest = onRest;
    this.#height = scroller.clientHeight;
    this.#edge = scroller.getBoundingClientRect().top;
  }

  get height(): number {
    return this.#height;
  }

  get isScrolling(): boolean {
    return this.#rest !== undefined;
  }

  /**
   * Learns where the reader scrolled to and how much there is to see. Observers tell it too late:
   * what was moved since, in a screen that has another height since, would be put back. What is read
   * stays where it is in the window while what is above the list grows or shrinks.
   *
   * @param total the list's length.
   * @returns whether the reader scrolled, or the screen moved.
   */
  takeIn(total: number): boolean {
    this.#height = this.#scroller.clientHeight;
    const edge = this.#scroller.getBoundingClientRect().top;
    const moved = this.top > 0 ? edge - this.#edge : 0;
    this.#edge = edge;
    const offset = this.#scale.offsetAt(this.#scroller.scrollTop, this.top, total, this.#height);
    if (moved !== 0) {
      // A browser that had to scroll a list that grew, because it was at its end, did no more.
      this.top += moved;
      return true;
    }
    if (offset === undefined) {
      return false;
    }
    this.top = offset;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#onRest();
    }, restMs);
    return true;
  }

  /**
   * Makes the document agree with the numbers.
   *
   * @returns what an offset in the list is more than one in the content.
   */
  scroll(content: HTMLElement, total: number): number {
    const top = Math.max(0, Math.min(this.top, total - this.#height));
    const height = `${this.#scale.heightOf(total)}px`;
    if (content.style.height !== height) {
      content.style.height = height;
    }
    this.top = this.#scale.moveTo(this.#scroller, top, total, this.#height);
    return this.#scale.shift;
  }

  dispose(): void {
    clearTimeout(this.#rest);
  }
}
