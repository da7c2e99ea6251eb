import { computed, signal } from '@preact/signals';
import type { ViewModel } from './viewModel.ts';

/** A panel over the page. */
export type Panel = 'outline' | 'keys';

/** CSS pixels. */
const wideFrom = 900;

/** What is over the rows or beside them. */
export function createPanelsModel(view: ViewModel) {
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
    /** Undefined if none is open. */
    open,
    /** There is room for the outline beside the rows. */
    isWide: computed(() => isWide.value),
    /** Shows or hides the outline: beside the rows if there is room, else over them. */
    toggleOutline() {
      if (isWide.peek()) {
        view.outline.value = !view.outline.peek();
      } else {
        open.value = open.peek() === 'outline' ? undefined : 'outline';
      }
    },
  };
}
