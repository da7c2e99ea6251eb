import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';

/** An item's place, as its parts see it. */
export interface RowPlace {
  readonly index: number;
  /**
   * The list is one tab stop: Tab reaches links and buttons only inside the current item. A signal,
   * so that moving changes attributes without redrawing.
   */
  readonly tabIndex: ReadonlySignal<number>;
}

const outside: RowPlace = { index: -1, tabIndex: signal(0) };

export const RowPlaceContext = createContext<RowPlace>(outside);

export function useRow(): RowPlace {
  return useContext(RowPlaceContext);
}

export function useRowTabIndex(): ReadonlySignal<number> {
  return useContext(RowPlaceContext).tabIndex;
}
