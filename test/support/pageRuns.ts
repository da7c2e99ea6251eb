import { fileOf } from '#core/index/eventFacts.ts';
import { commandKinds } from '#core/index/commandKind.ts';
import type { Row } from '#core/rows/row.ts';
import type { CallState } from '#core/index/rowTable.ts';
import { type ListRow, type RunRow, type RunTrouble, runId } from '#core/lens/runRow.ts';
import type { RowFact } from '#core/index/rowFacts.ts';
import { aloneKinds, RunCounter, runKinds } from '#core/lens/runWork.ts';
import { toolKind } from '#core/index/toolKind.ts';

/** What Skim shows of a test's rows. @param opened IDs of open runs. */
export function skimmed(rows: readonly Row[], opened: readonly string[]): readonly ListRow[] {
  const runs: Row[][] = [];
  rows.forEach((row, at) => {
    const before = rows[at - 1];
    const follows = before !== undefined && runKinds.includes(before.kind);
    if (follows && runKinds.includes(row.kind)) {
      runs.at(-1)?.push(row);
    } else {
      runs.push([row]);
    }
  });
  return runs.flatMap((run): readonly ListRow[] => {
    const [first] = run;
    if (
      first === undefined ||
      !runKinds.includes(first.kind) ||
      (run.length === 1 && aloneKinds.includes(first.kind))
    ) {
      return run;
    }
    const row = runOf(run, first);
    return opened.includes(row.id) ? [row, ...rowsOfRun(run)] : [row];
  });
}

function counted(run: readonly Row[]): RunCounter {
  const counter = new RunCounter();
  run.forEach((row, at) => {
    counter.add(at, row.kind, stateOf(row), factOf(row));
  });
  return counter;
}

function rowsOfRun(run: readonly Row[]): readonly Row[] {
  const counter = counted(run);
  return counter.rows.flatMap((at) => {
    const row = run[at];
    const call = run[counter.editOf(at) ?? -1];
    return row?.kind === 'diff' && call?.kind === 'tool' ? [{ ...row, call }] : (row ?? []);
  });
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
    troubles: counter.troubles.flatMap((at) => troubleOf(run[at])),
  };
}

function stateOf(row: Row): CallState {
  return row.kind === 'tool' || row.kind === 'shell' ? row.state : 'done';
}

function troubleOf(row: Row | undefined): RunTrouble[] {
  if (row?.kind === 'tool') {
    const { id, name: tool, title, state } = row;
    return [{ id, tool, title, state, exitCode: undefined }];
  }
  if (row?.kind === 'shell') {
    const { id, command: title, state, exitCode } = row;
    return [{ id, tool: undefined, title, state, exitCode }];
  }
  return [];
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
    added: row.kind === 'diff' ? row.added : 0,
    removed: row.kind === 'diff' ? row.removed : 0,
    exitCode: row.kind === 'shell' ? row.exitCode : undefined,
    durationMs: ns === undefined ? undefined : ns / 1e6,
  };
}

/** Some tests' inputs are no JSON. */
function pathIn(input: string): string | undefined {
  return input.startsWith('{') ? fileOf(JSON.parse(input)) : undefined;
}
