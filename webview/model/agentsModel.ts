import { computed, effect, signal } from '@preact/signals';
import type { Row, SubAgentFacts } from '#core/replay/row.ts';
import type { ReplayModel } from './replay.ts';
import { reportFault } from './reportFault.ts';

/** Rows of a sub-agent that are shown at first, and that each click adds. */
const rowsAtOnce = 20;

/** More belong into a tab of their own. */
export const mostNestedRows = 100;

/** Sub-agents that outlive their rows, so that a row has its height when it scrolls back. */
const cachedAgents = 50;

/** `missing`: its log is not there. */
export type AgentSteps =
  | { readonly state: 'loading' | 'missing' | 'failed' }
  | { readonly state: 'shown'; readonly facts: SubAgentFacts; readonly rows: readonly Row[] };

/** What the sub-agents of unfolded calls did. */
export interface AgentsModel {
  stepsOf(rowId: string, agent: number): AgentSteps;
  /** Reads them, again if the session changed meanwhile. */
  read(rowId: string, agent: number): void;
  showMore(rowId: string, agent: number): void;
}

export function createAgentsModel(replay: ReplayModel): AgentsModel {
  const all = signal<ReadonlyMap<string, AgentSteps>>(new Map());
  const keyOf = (rowId: string, agent: number) => `${rowId} ${agent}`;
  const stepsOf = (rowId: string, agent: number): AgentSteps =>
    all.value.get(keyOf(rowId, agent)) ?? { state: 'loading' };

  async function load(rowId: string, agent: number, count: number): Promise<void> {
    const key = keyOf(rowId, agent);
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
    const next = new Map(all.peek());
    next.delete(key);
    next.set(key, steps);
    all.value = new Map([...next].slice(-cachedAgents));
  }

  function shownRows(rowId: string, agent: number): number {
    const steps = all.peek().get(keyOf(rowId, agent));
    return steps?.state === 'shown' ? steps.rows.length : 0;
  }

  // Another log has other rows by the same IDs.
  const generation = computed(() => replay.header.value?.generation);
  effect(() => {
    if (generation.value !== undefined) {
      all.value = new Map();
    }
  });

  return {
    stepsOf,
    read(rowId, agent) {
      void load(rowId, agent, Math.max(rowsAtOnce, shownRows(rowId, agent)));
    },
    showMore(rowId, agent) {
      void load(rowId, agent, Math.min(mostNestedRows, shownRows(rowId, agent) + rowsAtOnce));
    },
  };
}
