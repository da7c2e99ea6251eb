import { signal } from '@preact/signals';
import type * as filePlace from '../text/filePlace.ts';

type PlaceFinder = typeof filePlace;

const loaded = signal<PlaceFinder | undefined>(undefined);
let loading = false;

/**
 * What finds files in texts; undefined until it has come, after the first paint. A component that
 * reads this is drawn again then.
 */
export function placeFinder(): PlaceFinder | undefined {
  if (loaded.value === undefined && !loading) {
    loading = true;
    // A failure goes to the page's fault report.
    void loadPlaces();
  }
  return loaded.value;
}

export async function loadPlaces(): Promise<void> {
  loaded.value = await import('../text/filePlace.ts');
}
