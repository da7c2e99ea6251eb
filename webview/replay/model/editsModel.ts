import type { EditState } from '#protocol/page.ts';
import type { ReplayModel } from './replay.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { createRowCache } from './rowCache.ts';

const cachedStates = 2_000;

/** The protocol's limit. */
const mostAtOnce = 200;

/** What became of the edits on screen. */
export function createEditsModel(replay: ReplayModel) {
  const states = createRowCache<EditState>(replay, cachedStates);
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
      states.set(new Map(answer.map((state, at) => [rowIds[at] ?? '', state])));
    } catch (fault) {
      // The rows are complete without their badges.
      reportFault(replay.endpoint, fault);
    }
  }

  return {
    /** Undefined until known. */
    stateOf: states.get,
    /** Compares an edit with its file, together with all that are asked for in the same turn. */
    compare(rowId: string) {
      if (wanted.size === 0) {
        queueMicrotask(compareWanted);
      }
      wanted.add(rowId);
    },
  };
}
