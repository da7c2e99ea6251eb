import { ScrollScale } from './scrollScale.ts';

/** A list not scrolled for this long is at rest; some browsers lack `scrollend`. */
const restMs = 150;

/** The visible part of a list. Lengths are CSS pixels; offsets count from the start of the list. */
export class ListScreen {
  /** Offset of its top. */
  top = 0;
  readonly #scale = new ScrollScale();
  #height: number;
  /** Position of its top in the window. */
  #edge: number;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @param onRest called when the reader stops scrolling, and when the screen has moved. */
  constructor(
    private readonly scroller: HTMLElement,
    private readonly onRest: () => void,
  ) {
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
   * Reads the scroll position and the screen's size. Observers report too late: whatever moved
   * since, in a screen of another height, would be moved back. Content on screen keeps its place in
   * the window while the area above the list grows or shrinks.
   *
   * @param total the list's length.
   * @returns whether the reader scrolled or the screen moved.
   */
  takeIn(total: number): boolean {
    this.#height = this.scroller.clientHeight;
    const edge = this.scroller.getBoundingClientRect().top;
    const moved = this.top > 0 ? edge - this.#edge : 0;
    this.#edge = edge;
    const offset = this.#scale.offsetAt(this.scroller.scrollTop, this.top, total, this.#height);
    if (moved === 0 && offset === undefined) {
      return false;
    }
    // A browser that scrolled because the list grew at its end did nothing else.
    this.top = moved !== 0 || offset === undefined ? this.top + moved : offset;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.onRest();
    }, restMs);
    return true;
  }

  /**
   * Updates the document to match the numbers.
   *
   * @returns the difference between an offset in the list and one in the content.
   */
  scroll(content: HTMLElement, total: number): number {
    const top = Math.max(0, Math.min(this.top, total - this.#height));
    const height = `${this.#scale.heightOf(total)}px`;
    if (content.style.height !== height) {
      content.style.height = height;
    }
    this.top = this.#scale.moveTo(this.scroller, top, total, this.#height);
    return this.#scale.shift;
  }

  dispose(): void {
    clearTimeout(this.#rest);
  }
}
