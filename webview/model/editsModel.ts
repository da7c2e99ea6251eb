import { computed, effect, signal } from '@preact/signals';
import type { EditState } from '#protocol/page.ts';
import type { ReplayModel } from './replay.ts';
import { reportFault } from './reportFault.ts';

/** States that outlive their rows, so that a row has its badge when it scrolls back. */
const cachedStates = 2_000;

/** The protocol's limit. */
const mostAtOnce = 200;

/** What became of the edits on screen. */
export interface EditsModel {
  /** Undefined until known. */
  stateOf(rowId: string): EditState | undefined;
  /** Compares an edit with its file, together with all that are asked for in the same turn. */
  compare(rowId: string): void;
}

export function createEditsModel(replay: ReplayModel): EditsModel {
  const states = signal<ReadonlyMap<string, EditState>>(new Map());
  let wanted = new Set<string>();

  function compareWanted(): void {
    const rowIds = [...wanted];
    wanted = new Set();
    for (let at = 0; at < rowIds.length; at += mostAtOnce) {
      void ask(rowIds.slice(at, at + mostAtOnce));
    }
  }

  async function ask(rowIds: readonly string[]): Promise<void> {
    try {
      const answer = await replay.endpoint.request('edits/check', { rowIds });
      const next = new Map(states.peek());
      for (const [at, state] of answer.entries()) {
        next.set(rowIds[at] ?? '', state);
      }
      states.value = new Map([...next].slice(-cachedStates));
    } catch (fault) {
      // The rows are complete without their badges.
      reportFault(replay.endpoint, fault);
    }
  }

  // Another log has other rows by the same IDs.
  const generation = computed(() => replay.header.value?.generation);
  effect(() => {
    if (generation.value !== undefined) {
      states.value = new Map();
    }
  });

  return {
    stateOf: (rowId) => states.value.get(rowId),
    compare(rowId) {
      if (wanted.size === 0) {
        queueMicrotask(compareWanted);
      }
      wanted.add(rowId);
    },
  };
}
