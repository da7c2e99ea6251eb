import { MatchMarks } from '../find/matchMarks.ts';
import { lazyModels } from '../model/lazyModels.ts';
import type { Page } from '../model/pageContext.ts';
import type { DrawnList } from './VirtualList.tsx';

const marks = new MatchMarks();

/**
 * Marks what Find found in a list. What is drawn while this is called follows the query.
 *
 * @returns to be called after each drawing of the list.
 */
export function markMatches(page: Page): (drawn: DrawnList) => void {
  const { find } = lazyModels(page);
  const query = find.wanted.value;
  const current = find.current.value;
  const { endpoint } = page.replay;
  return (drawn) => {
    marks.show(drawn.scroller, {
      query,
      current,
      places: (text, texts) => endpoint.request('find/places', { ...text, texts }),
      onCurrent(match) {
        if (drawn.isSettled && find.toScroll.peek()) {
          find.toScroll.value = false;
          bringOntoScreen(match, drawn);
        }
      },
    });
  };
}

/** Space between a match and the edge of the screen, CSS pixels. */
const matchMargin = 48;

/** A tall row can be on screen while its match is not. */
function bringOntoScreen(match: Range, { scroller, scrollBy }: DrawnList): void {
  const place = match.getBoundingClientRect();
  const screen = scroller.getBoundingClientRect();
  if (place.top < screen.top + matchMargin || place.bottom > screen.bottom - matchMargin) {
    scrollBy(place.top - screen.top - screen.height / 3);
  }
}
