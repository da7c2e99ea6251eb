import type { Row, SubAgentFacts } from '#core/rows/row.ts';
import type { ReplayModel } from './replay.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { createRowCache } from './rowCache.ts';

/** Rows of a sub-agent that are shown at first, and that each click adds. */
const rowsAtOnce = 20;

/** More belong into a tab of their own. */
export const mostNestedRows = 100;

const cachedAgents = 50;

/** `missing`: its log is not there. */
export type AgentSteps =
  | { readonly state: 'loading' | 'missing' | 'failed' }
  | { readonly state: 'shown'; readonly facts: SubAgentFacts; readonly rows: readonly Row[] };

/** What the sub-agents of unfolded calls did. */
export function createAgentsModel(replay: ReplayModel) {
  const cache = createRowCache<AgentSteps>(replay, cachedAgents);
  const keyOf = (rowId: string, agent: number) => `${rowId} ${agent}`;

  async function load(rowId: string, agent: number, count: number): Promise<void> {
    let steps: AgentSteps;
    try {
      const range = { rowId, agent, start: 0, count };
      const read = await replay.endpoint.request('agent/read', range);
      steps =
        read === undefined
          ? { state: 'missing' }
          : { state: 'shown', facts: read.facts, rows: read.rows };
    } catch (fault) {
      reportFault(replay.endpoint, fault);
      steps = { state: 'failed' };
    }
    cache.set(new Map([[keyOf(rowId, agent), steps]]));
  }

  function shownRows(rowId: string, agent: number): number {
    const steps = cache.peek(keyOf(rowId, agent));
    return steps?.state === 'shown' ? steps.rows.length : 0;
  }

  return {
    stepsOf: (rowId: string, agent: number): AgentSteps =>
      cache.get(keyOf(rowId, agent)) ?? { state: 'loading' },
    /** Reads them, again if the session changed meanwhile. */
    read(rowId: string, agent: number) {
      void load(rowId, agent, Math.max(rowsAtOnce, shownRows(rowId, agent)));
    },
    showMore(rowId: string, agent: number) {
      void load(rowId, agent, Math.min(mostNestedRows, shownRows(rowId, agent) + rowsAtOnce));
    },
  };
}
