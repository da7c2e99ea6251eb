import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { ListView, type ListLooks } from './listView.ts';

/**
 * A list's view for a component; redraws it when other items come near the screen.
 *
 * @param estimate height of an undrawn item, CSS pixels; only the first value counts.
 * @param looks the same.
 */
export function useListView(estimate: number, count: number, looks?: ListLooks) {
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const view = useMemo(() => new ListView(estimate, () => redraw(undefined), looks), []);
  view.heights.count = count;
  useLayoutEffect(
    () =>
      scroller.current === null || content.current === null
        ? undefined
        : view.attach(scroller.current, content.current),
    [view],
  );
  useLayoutEffect(() => view.place());
  return { view, scroller, content };
}
