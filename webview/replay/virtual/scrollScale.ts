/**
 * Maximum height of the scrolled element, CSS pixels. Browsers limit elements to some 33 million
 * (Firefox to 17), and painting gets coarser in the millions: a `float` resolves half pixels up to
 * 8 million.
 */
export const mostHeight = 8_000_000;

/**
 * Near either end, one scrolled pixel is one pixel of the list, so that the wheel reaches the very
 * end.
 */
const edge = 100_000;

/** Moving more screens than this at once is a drag of the scrollbar, not scrolling. */
const leapScreens = 2;

/**
 * Scrolls a list taller than any element can be. Lists within the limit scroll normally. In taller
 * ones the scrollbar represents the position in the whole list, while the wheel still moves pixel
 * by pixel: small moves apply unchanged, leaps in proportion.
 */
export class ScrollScale {
  #shift = 0;
  /** The scroller's last known position. */
  #at = 0;

  /** The difference between an offset in the list and one in the element. */
  get shift(): number {
    return this.#shift;
  }

  /** The element's height for a list's. */
  heightOf(total: number): number {
    return Math.min(total, mostHeight);
  }

  /**
   * Where the reader scrolled to; undefined if the position is unchanged.
   *
   * @param top previous offset in the list.
   */
  offsetAt(scrollTop: number, top: number, total: number, screen: number): number | undefined {
    if (scrollTop === this.#at) {
      return undefined;
    }
    const distance = scrollTop - this.#at;
    this.#at = scrollTop;
    if (total <= mostHeight) {
      return scrollTop;
    }
    const isLeap = Math.abs(distance) > leapScreens * screen;
    const offset = isLeap ? mapped(scrollTop, mostHeight - screen, total - screen) : top + distance;
    this.#shift = offset - scrollTop;
    return offset;
  }

  /**
   * Scrolls the element to an offset of the list.
   *
   * @returns the resulting offset: browsers round.
   */
  moveTo(scroller: { scrollTop: number }, top: number, total: number, screen: number): number {
    if (total <= mostHeight) {
      this.#shift = 0;
      if (Math.abs(top - this.#at) >= 0.5) {
        this.#put(scroller, top);
      }
      return this.#at;
    }
    const list = total - screen;
    const element = mostHeight - screen;
    const wanted = top - this.#shift;
    const isAtEdge = isNearEdge(wanted, element) || isNearEdge(top, list) || wanted < 0;
    const place = isAtEdge ? mapped(top, list, element) : wanted;
    if (Math.abs(place - this.#at) >= 0.5) {
      this.#put(scroller, place);
    }
    this.#shift = top - this.#at;
    return top;
  }

  #put(scroller: { scrollTop: number }, scrollTop: number): void {
    scroller.scrollTop = scrollTop;
    this.#at = scroller.scrollTop;
  }
}

function isNearEdge(offset: number, room: number): boolean {
  return offset < edge / 2 || offset > room - edge / 2;
}

/** Identical near both ends, proportional in between. */
function mapped(value: number, from: number, to: number): number {
  if (value <= edge) {
    return value;
  }
  if (value >= from - edge) {
    return to - (from - value);
  }
  return edge + ((value - edge) * (to - 2 * edge)) / (from - 2 * edge);
}
