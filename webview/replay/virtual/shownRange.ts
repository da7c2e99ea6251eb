import type { Heights } from './heights.ts';

/** Maximum items drawn beyond either edge of the screen. */
export const overscan = 8;

/**
 * Items are added until this much is drawn beyond an edge, and removed only once it exceeds the
 * larger value: items turn out taller than estimated, which must not make others come and go. CSS
 * pixels.
 */
const overscanHeight = { drawn: 1_500, kept: 4_000 };

/** Items of a list by their indexes, inclusive. */
export interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/** Less of an item than this is invisible. CSS pixels. */
const leastSeen = 0.5;

/**
 * The items on screen. One that only touches an edge does not count: heights are fractions of a
 * pixel, and browsers scroll by whole ones.
 *
 * @param top offset of the screen's top; `screen` is its height. CSS pixels.
 */
export function shownAt(heights: Heights, top: number, screen: number): IndexRange {
  const first = heights.at(top + leastSeen);
  return { first, last: Math.max(first, heights.at(top + screen - leastSeen)) };
}

/**
 * The visible items and some on either side: at least one, and few if they are tall, since a tall
 * item costs as much to draw as a hundred small ones.
 *
 * @param before the previous range.
 */
export function rangeAround(shown: IndexRange, heights: Heights, before: IndexRange): IndexRange {
  const beyond = (edge: number, by: 1 | -1, height: number) => {
    let index = edge;
    let room = height;
    for (let items = 0; items < overscan && room > 0; items += 1) {
      index += by;
      room -= heights.of(index);
    }
    return Math.max(0, Math.min(index, heights.count - 1));
  };
  const side = (edge: number, by: 1 | -1, sofar: number) => {
    const near = beyond(edge, by, overscanHeight.drawn);
    const far = beyond(edge, by, overscanHeight.kept);
    return by * sofar > by * near && by * sofar <= by * far ? sofar : near;
  };
  return { first: side(shown.first, -1, before.first), last: side(shown.last, 1, before.last) };
}

/** All items of a range, plus the pinned item wherever it is. */
export function indexesOf({ first, last }: IndexRange, pinned: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (pinned >= 0 && pinned < count && (pinned < first || pinned > last)) {
    return pinned < first ? [pinned, ...indexes] : [...indexes, pinned];
  }
  return indexes;
}

export function isInRange({ first, last }: IndexRange, index: number): boolean {
  return index >= first && index <= last;
}
