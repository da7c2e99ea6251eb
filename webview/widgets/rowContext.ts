import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';

/** What the parts of an item of the list know of their place. */
export interface RowPlace {
  readonly index: number;
  /**
   * The list is one tab stop: links and buttons can be reached by Tab only inside the current item.
   * A signal, so that moving on changes attributes and draws nothing anew.
   */
  readonly tabIndex: ReadonlySignal<number>;
}

const outside: RowPlace = { index: -1, tabIndex: signal(0) };

export const RowContext = createContext<RowPlace>(outside);

export function useRow(): RowPlace {
  return useContext(RowContext);
}

export function useRowTabIndex(): ReadonlySignal<number> {
  return useContext(RowContext).tabIndex;
}
