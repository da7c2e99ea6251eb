import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { Turns } from '../../kit/surface/turns.ts';

/**
 * Whether it is a component's turn to color this many characters; once true, it stays true. Redraws
 * the component when its turn comes.
 */
export function useTurn(turns: Turns, chars: number): boolean {
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const isTurn = useRef(false);
  const waits = useRef<() => void>(undefined);
  if (chars > 0 && !isTurn.current && waits.current === undefined) {
    const { isNow, drop } = turns.takeColors(chars, () => {
      isTurn.current = true;
      redraw(undefined);
    });
    isTurn.current = isNow;
    waits.current = drop;
  }
  useEffect(() => () => waits.current?.(), []);
  return chars === 0 || isTurn.current;
}
