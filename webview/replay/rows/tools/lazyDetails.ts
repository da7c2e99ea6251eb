import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { RowOf } from '#core/rows/row.ts';

type Details = (props: { row: RowOf<'tool'> }) => VNode;

const loaded = signal<Details | undefined>(undefined);

/** Once it has loaded; no first paint needs it, since calls are folded at first. */
export function setToolDetails(details: Details): void {
  loaded.value = details;
}

/**
 * The component that draws an unfolded call; undefined while it loads. A component that reads this
 * is drawn again once it has loaded.
 */
export function toolDetails(): Details | undefined {
  return loaded.value;
}
