import type { Row, SubAgentFacts } from '#core/rows/row.ts';
import type { ReplayModel } from './replayModel.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import type { ChangedFile, ChangedFiles, EditCheck } from '#protocol/pages/page.ts';
import { computed, effect, signal } from '@preact/signals';

const cachedStates = 2_000;

/** The protocol's limit. */
const mostAtOnce = 200;

/** What became of the edits on screen. */
export function createEditsModel(replay: ReplayModel) {
  const checks = createRowCache<EditCheck>(replay, cachedStates);
  return {
    /** Undefined until known. */
    checkOf: checks.get,
    /** Compares an edit with its file. */
    compare: createRowAsker(replay, checks, (rowIds) =>
      replay.endpoint.request('edits/check', { rowIds }),
    ),
  };
}

/** Asks about a row, together with all that are asked about in the same turn. */
export function createRowAsker<Value>(
  replay: ReplayModel,
  known: RowCache<Value>,
  read: (rowIds: readonly string[]) => Promise<readonly Value[]>,
) {
  let wanted = new Set<string>();

  function askAll(): void {
    const rowIds = [...wanted];
    wanted = new Set();
    for (let at = 0; at < rowIds.length; at += mostAtOnce) {
      void ask(rowIds.slice(at, at + mostAtOnce));
    }
  }

  async function ask(rowIds: readonly string[]): Promise<void> {
    try {
      const answer = await read(rowIds);
      known.set(new Map(answer.map((value, at) => [rowIds[at] ?? '', value])));
    } catch (fault) {
      // The rows are complete without it.
      reportFault(replay.endpoint, fault);
    }
  }

  return (rowId: string) => {
    if (wanted.size === 0) {
      queueMicrotask(askAll);
    }
    wanted.add(rowId);
  };
}

/** An edit among those of its file, from 1; undefined if it is none of the latest. */
export function editOfFile(files: ChangedFiles | undefined, rowId: string) {
  const of = (file: ChangedFile) => file.edits.findIndex((edit) => edit.rowId === rowId);
  const file = files?.files.find((each) => of(each) >= 0);
  if (file === undefined) {
    return undefined;
  }
  const at = of(file);
  return {
    path: file.path,
    number: file.total - file.edits.length + at + 1,
    total: file.total,
    previous: file.edits[at - 1]?.rowId,
    next: file.edits[at + 1]?.rowId,
  };
}

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

type RowCache<Value> = ReturnType<typeof createRowCache<Value>>;
