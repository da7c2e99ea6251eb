import { computed, effect, signal } from '@preact/signals';
import type { ReplayModel } from './replay.ts';

/**
 * What was read about rows outlives them on screen, so that a row looks the same when it scrolls
 * back. Another log has other rows by the same IDs, so a new one empties it.
 *
 * @param most entries; those set first go first.
 */
export function createRowCache<Value>(replay: ReplayModel, most: number) {
  const all = signal<ReadonlyMap<string, Value>>(new Map());
  const generation = computed(() => replay.header.value?.generation);
  effect(() => {
    if (generation.value !== undefined) {
      all.value = new Map();
    }
  });
  return {
    /** A component that reads this is drawn again when it changes. */
    get: (key: string) => all.value.get(key),
    peek: (key: string) => all.peek().get(key),
    set(entries: ReadonlyMap<string, Value>) {
      const others = [...all.peek()].filter(([key]) => !entries.has(key));
      all.value = new Map([...others, ...entries].slice(-most));
    },
  };
}
