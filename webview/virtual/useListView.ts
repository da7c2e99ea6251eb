import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { ListView } from './listView.ts';

/**
 * A list's view for a component, which draws anew when something else is near the screen.
 *
 * @param estimate height of an item that was never drawn, CSS pixels; the first one holds.
 */
export function useListView(estimate: number, count: number) {
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const view = useMemo(
    () =>
      new ListView(estimate, () => {
        redraw(undefined);
      }),
    [],
  );
  view.heights.count = count;
  useLayoutEffect(
    () =>
      scroller.current === null || content.current === null
        ? undefined
        : view.attach(scroller.current, content.current),
    [view],
  );
  useLayoutEffect(() => {
    view.place();
  });
  return { view, scroller, content };
}
