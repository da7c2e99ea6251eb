import { signal } from '@preact/signals';
import { LruMap } from '#base/lruMap.ts';
import type { EditState } from '#protocol/page.ts';
import { reportFault, type ReplayModel } from './replayModel.ts';

/** States that outlive their rows, so that a row has its badge when it scrolls back. */
const cachedStates = 2_000;

/** The protocol's limit. */
const mostAtOnce = 200;

/** What became of the edits on screen. */
export interface EditsModel {
  /** Undefined until known. */
  stateOf(rowId: string): EditState | undefined;
  /** Asks for a row's state now and whenever the window is used again. @returns how to stop. */
  watch(rowId: string): () => void;
}

export function createEditsModel(replay: ReplayModel): EditsModel {
  const states = new LruMap<string, EditState>(cachedStates, () => 1);
  /** Grows with each answer, since the map itself is no signal. */
  const answers = signal(0);
  const watched = new Map<string, number>();
  let wanted = new Set<string>();

  /** Rows drawn in one go are asked for in one go. */
  function want(rowId: string): void {
    if (wanted.size === 0) {
      queueMicrotask(() => {
        const rowIds = [...wanted];
        wanted = new Set();
        for (let at = 0; at < rowIds.length; at += mostAtOnce) {
          void ask(rowIds.slice(at, at + mostAtOnce));
        }
      });
    }
    wanted.add(rowId);
  }

  async function ask(rowIds: readonly string[]): Promise<void> {
    try {
      const answer = await replay.endpoint.request('edits/check', { rowIds });
      for (const [at, state] of answer.entries()) {
        states.set(rowIds[at] ?? '', state);
      }
      answers.value += 1;
    } catch (fault) {
      // The rows are complete without their badges.
      reportFault(replay.endpoint, fault);
    }
  }

  // Somebody may have edited the files meanwhile.
  window.addEventListener('focus', () => {
    for (const rowId of watched.keys()) {
      want(rowId);
    }
  });

  return {
    stateOf(rowId) {
      return answers.value < 0 ? undefined : states.get(rowId);
    },
    watch(rowId) {
      watched.set(rowId, (watched.get(rowId) ?? 0) + 1);
      want(rowId);
      return () => {
        const users = (watched.get(rowId) ?? 1) - 1;
        if (users > 0) {
          watched.set(rowId, users);
        } else {
          watched.delete(rowId);
        }
      };
    },
  };
}
