import type { PagedList } from '../model/pagedList.ts';
import type { ListView } from '../virtual/listView.ts';
import { isWithin } from '../virtual/shownRange.ts';

export interface ListPlace<Item> {
  /** The item at the top of the screen. */
  readonly top: PlacedItem<Item>;
  /** The current item; undefined while it is off screen. */
  readonly current: PlacedItem<Item> | undefined;
}

interface PlacedItem<Item> {
  readonly item: Item;
  /** CSS pixels of the item above the top of the screen. */
  readonly offset: number;
}

/** Says what is at the top of a list's screen, and where the current item is. */
export function reportPlace<Item>(
  { shown, top, heights }: ListView,
  list: PagedList<Item>,
  current: number,
  onPlace: ((place: ListPlace<Item>) => void) | undefined,
): void {
  if (shown === undefined || onPlace === undefined) {
    return;
  }
  const placed = (index: number): PlacedItem<Item> | undefined => {
    const item = list.at(index);
    return item && { item, offset: Math.round(top - heights.startOf(index)) };
  };
  const first = placed(shown.first);
  if (first !== undefined) {
    const atTop = { ...first, offset: Math.max(0, first.offset) };
    onPlace({ top: atTop, current: isWithin(shown, current) ? placed(current) : undefined });
  }
}
