import type { PagedList } from '../model/pagedList.ts';
import type { ListView } from '../virtual/listView.ts';
import { overscan } from '../virtual/shownRange.ts';

/** Lets a fast scroll come to rest before requesting items it passes. */
const passingPause = 60;

const waiting = new WeakMap<object, ReturnType<typeof setTimeout>>();

/** Fetches the visible items: immediately at rest, or once a fast scroll pauses. */
export function requestShown<Item>(list: PagedList<Item>, view: ListView): void {
  const { shown, heights } = view;
  clearTimeout(waiting.get(list));
  if (shown === undefined) {
    return;
  }
  const first = Math.max(0, shown.first - overscan);
  const last = Math.min(heights.count - 1, shown.last + overscan);
  const isHere = list.at(first) !== undefined && list.at(last) !== undefined;
  const show = () => list.show(first, last);
  if (isHere || !view.isScrolling) {
    show();
  } else {
    waiting.set(list, setTimeout(show, passingPause));
  }
}
