import { signal, type ReadonlySignal } from '@preact/signals';
import type { Page } from './pageContext.ts';

/** A panel over the page. */
export type Panel = 'outline' | 'keys';

/** CSS pixels of a window with room for the outline beside the rows; the style sheets agree. */
const wideFrom = 900;

export const isWide: ReadonlySignal<boolean> = followWidth(`(min-width: ${wideFrom}px)`);

/** Shows or hides the outline: beside the rows if there is room, else over them. */
export function toggleOutline({ view, panel }: Pick<Page, 'view' | 'panel'>): void {
  if (isWide.peek()) {
    view.outline.value = !view.outline.peek();
  } else {
    panel.value = panel.peek() === 'outline' ? undefined : 'outline';
  }
}

function followWidth(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener('change', () => {
    matches.value = list.matches;
  });
  return matches;
}
