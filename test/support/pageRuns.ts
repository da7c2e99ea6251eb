import { fileOf } from '#core/index/eventFacts.ts';
import { commandKinds } from '#core/index/commandKind.ts';
import type { Diff, Row } from '#core/rows/row.ts';
import type { CallState } from '#core/index/rowTable.ts';
import { type ListRow, type RunRow, type RunTrouble, runId } from '#core/lens/runRow.ts';
import type { RowFact } from '#core/index/rowFacts.ts';
import { RunCounter } from '#core/lens/runWork.ts';
import { isRunOfOne, skimTurn } from '#core/lens/skimTurn.ts';
import { toolKind } from '#core/index/toolKind.ts';

/** What Skim shows of a test's rows. @param opened IDs of open runs. */
export function skimmed(rows: readonly Row[], opened: readonly string[]): readonly ListRow[] {
  const shown = rows.map((row) => ({ kind: row.kind, tool: factOf(row).tool }));
  const turns = [0, ...rows.flatMap(({ kind }, at) => (kind === 'user' && at > 0 ? [at] : []))];
  const starts = turns.flatMap((start, at) =>
    rows.length === 0 ? [] : skimTurn(start, turns[at + 1] ?? rows.length, (place) => shown[place]),
  );
  return starts.flatMap((start, at): readonly ListRow[] => {
    const run = rows.slice(start, starts[at + 1] ?? rows.length);
    const [first] = run;
    const [only] = shown.slice(start);
    if (first === undefined || only === undefined || (run.length === 1 && !isRunOfOne(only))) {
      return run;
    }
    const row = runOf(run, first);
    const inside = run.map((one): Row => ({ ...one, isInRun: true }));
    return opened.includes(row.id) ? [row, ...inside] : [row];
  });
}

function counted(run: readonly Row[]): RunCounter {
  const counter = new RunCounter();
  run.forEach((row, at) => {
    counter.add(at, row.kind, stateOf(row), factOf(row));
  });
  return counter;
}

function runOf(run: readonly Row[], first: Row): RunRow {
  const counter = counted(run);
  const named = counter.named === undefined ? undefined : run[counter.named];
  return {
    kind: 'run',
    id: runId(first.id),
    source: first.source,
    rows: run.length,
    last: run.at(-1)?.id ?? first.id,
    work: counter.work,
    command: named?.kind === 'shell' ? named.command : undefined,
    trouble: troubleOf(run[counter.trouble ?? -1]),
  };
}

function stateOf(row: Row): CallState {
  return row.kind === 'tool' || row.kind === 'shell' ? row.state : 'done';
}

function troubleOf(row: Row | undefined): RunTrouble | undefined {
  if (row?.kind === 'tool') {
    const { id, name: tool, title, state } = row;
    return { id, tool, title, state, exitCode: undefined };
  }
  if (row?.kind === 'shell') {
    const { id, command: title, state, exitCode } = row;
    return { id, tool: undefined, title, state, exitCode };
  }
  return undefined;
}

function factOf(row: Row): RowFact {
  const ns = row.kind === 'tool' || row.kind === 'shell' ? row.durationNs : undefined;
  return {
    time: row.time,
    tool: row.kind === 'tool' ? toolKind(row.name) : row.kind === 'shell' ? 'shell' : undefined,
    name: row.kind === 'tool' ? row.name : undefined,
    command: row.kind === 'shell' ? commandKinds(row.command) : undefined,
    path: row.kind === 'diff' ? row.path : row.kind === 'tool' ? pathIn(row.input.text) : undefined,
    size: 0,
    added: diffsOf(row).reduce((sum, { added }) => sum + added, 0),
    removed: diffsOf(row).reduce((sum, { removed }) => sum + removed, 0),
    exitCode: row.kind === 'shell' ? row.exitCode : undefined,
    durationMs: ns === undefined ? undefined : ns / 1e6,
  };
}

/** Some tests' inputs are no JSON. */
function pathIn(input: string): string | undefined {
  return input.startsWith('{') ? fileOf(JSON.parse(input)) : undefined;
}

function diffsOf(row: Row): readonly Diff[] {
  return row.kind === 'diff' ? [row] : row.kind === 'tool' ? (row.diffs ?? []) : [];
}
