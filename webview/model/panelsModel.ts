import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ViewModel } from './viewModel.ts';

/** A panel over the page. */
export type Panel = 'outline' | 'keys';

/** What is over the rows or beside them. */
export interface PanelsModel {
  /** Undefined if none is open. */
  readonly open: Signal<Panel | undefined>;
  /** There is room for the outline beside the rows. */
  readonly isWide: ReadonlySignal<boolean>;
  /** Shows or hides the outline: beside the rows if there is room, else over them. */
  toggleOutline(): void;
}

/** CSS pixels. */
const wideFrom = 900;

export function createPanelsModel(view: ViewModel): PanelsModel {
  const open = signal<Panel | undefined>(undefined);
  const width = matchMedia(`(min-width: ${wideFrom}px)`);
  const isWide = signal(width.matches);
  width.addEventListener('change', () => {
    isWide.value = width.matches;
    // Beside the rows it needs no panel over them.
    if (isWide.value && open.peek() === 'outline') {
      open.value = undefined;
    }
  });
  return {
    open,
    isWide,
    toggleOutline() {
      if (isWide.peek()) {
        view.outline.value = !view.outline.peek();
      } else {
        open.value = open.peek() === 'outline' ? undefined : 'outline';
      }
    },
  };
}
