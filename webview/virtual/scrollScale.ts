/**
 * Height of the scrolled element, at most, CSS pixels. Browsers cut elements at some 33 million
 * (Firefox at 17), and what is painted in the millions is placed ever more coarsely: a `float` tells
 * half pixels apart up to 8 million.
 */
export const mostHeight = 8_000_000;

/** At either end a scrolled pixel is a pixel of the list, so that the wheel gets to the very end. */
const edge = 100_000;

/** More screens than this at once are no scrolling but a pull at the scrollbar. */
const leapScreens = 2;

/** Lengths of a list and of the element that stands for it, less the screen: how far each scrolls. */
interface Room {
  readonly list: number;
  readonly element: number;
}

/**
 * Lets a list that is taller than any element be scrolled. A list within the limit is scrolled as it
 * is. In a taller one the scrollbar stands for the place in the whole, while the wheel still moves
 * the list pixel by pixel: small moves are taken as they are, leaps in proportion.
 */
export class ScrollScale {
  #shift = 0;
  /** Where the scroller was put or found last. */
  #at = 0;

  /** What an offset in the list is more than one in the element. */
  get shift(): number {
    return this.#shift;
  }

  /** The element's height for a list's. */
  heightOf(total: number): number {
    return Math.min(total, mostHeight);
  }

  /**
   * Where the reader scrolled to; undefined if nobody did.
   *
   * @param top offset in the list before.
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
    const offset = isLeap ? toList(scrollTop, this.#room(total, screen)) : top + distance;
    this.#shift = offset - scrollTop;
    return offset;
  }

  /**
   * Scrolls the element to an offset of the list.
   *
   * @returns the offset that came of it: browsers round.
   */
  moveTo(scroller: { scrollTop: number }, top: number, total: number, screen: number): number {
    if (total <= mostHeight) {
      this.#shift = 0;
      if (Math.abs(top - this.#at) >= 0.5) {
        this.#put(scroller, top);
      }
      return this.#at;
    }
    const room = this.#room(total, screen);
    const wanted = top - this.#shift;
    const isAtEdge = isNearEdge(wanted, room.element) || isNearEdge(top, room.list) || wanted < 0;
    const place = isAtEdge ? toElement(top, room) : wanted;
    if (Math.abs(place - this.#at) >= 0.5) {
      this.#put(scroller, place);
    }
    this.#shift = top - this.#at;
    return top;
  }

  #room(total: number, screen: number): Room {
    return { list: total - screen, element: mostHeight - screen };
  }

  #put(scroller: { scrollTop: number }, scrollTop: number): void {
    scroller.scrollTop = scrollTop;
    this.#at = scroller.scrollTop;
  }
}

function isNearEdge(offset: number, room: number): boolean {
  return offset < edge / 2 || offset > room - edge / 2;
}

function toList(place: number, { list, element }: Room): number {
  return mapped(place, element, list);
}

function toElement(offset: number, { list, element }: Room): number {
  return mapped(offset, list, element);
}

/** The same at both ends, in proportion in between. */
function mapped(value: number, from: number, to: number): number {
  if (value <= edge) {
    return value;
  }
  if (value >= from - edge) {
    return to - (from - value);
  }
  return edge + ((value - edge) * (to - 2 * edge)) / (from - 2 * edge);
}
