import { useEffect, useState } from 'preact/hooks';
import type { MatchMarks } from '../find/matchMarks.ts';
import { useLate } from './Later.tsx';
import { usePage } from './pageContext.ts';
import type { DrawnList } from './VirtualList.tsx';

/**
 * Marks what Find found in a list.
 *
 * @returns to be called after each drawing of the list.
 */
export function useMatchMarks(): (drawn: DrawnList) => void {
  const { find } = usePage();
  const marks = useMarks(find.isOpen.value);
  // Read here so that the marks follow the query.
  const wanted = { query: find.wanted.value, current: find.current.value };
  return (drawn) => {
    const match = marks?.show(drawn.scroller, wanted);
    if (match !== undefined && drawn.isSettled && find.toScroll.peek()) {
      find.toScroll.value = false;
      bringOntoScreen(match, drawn);
    }
  };
}

/** The marks of matches, once Find has been opened. */
function useMarks(isWanted: boolean): MatchMarks | undefined {
  const late = useLate();
  const [marks, setMarks] = useState<MatchMarks>();
  useEffect(() => {
    if (isWanted && marks === undefined && late !== undefined) {
      setMarks(new late.MatchMarks());
    }
  }, [isWanted, marks, late]);
  useEffect(
    () => () => {
      marks?.clear();
    },
    [marks],
  );
  return marks;
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
