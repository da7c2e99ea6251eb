import { rowId } from '#core/rows/rowId.ts';
import { toolName } from '#core/index/toolKind.ts';
import { runId, type ListRow, type RunRow, type RunTrouble } from '#core/lens/runRow.ts';
import type { Row } from '#core/rows/row.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { pageLimits, type TextLimits } from '#core/text/longText.ts';
import type { IndexedSession } from '../indexedSession.ts';
import type { ContentOf } from '../recordReader.ts';
import type { RunPlaces } from './runCounts.ts';
import { rowInContext, rowOfSession } from '../rowsOfSession.ts';
import type { SkimEntry } from './skimList.ts';

/** Of a command or of what a call was about. */
const titleLength = 160;

/** Only titles are wanted. */
const limits: TextLimits = { chars: 400, lines: 4 };

/** What an entry shows; undefined if the lines no longer contain what was indexed. */
export function skimRow(
  session: IndexedSession,
  entry: SkimEntry,
  contentOf: ContentOf,
): ListRow | undefined {
  if ('run' in entry) {
    return runRow(session, entry.run, contentOf);
  }
  const row = rowInContext(session, entry.row, contentOf, pageLimits);
  return row && entry.isInRun ? { ...row, isInRun: true } : row;
}

function runRow(
  { index, runs }: IndexedSession,
  places: RunPlaces,
  contentOf: ContentOf,
): RunRow | undefined {
  const { rows, facts } = index.transcript;
  const firstRow = index.visible.at(places.start) ?? 0;
  const first = rows.get(firstRow);
  const last = rows.get(index.visible.at(places.end - 1) ?? 0);
  const source = first && index.lines.get(first.line);
  if (first === undefined || last === undefined || source === undefined) {
    return undefined;
  }
  const counter = runs.of(places);
  const read = (row: number) => rowOfSession(index, row, contentOf, limits);
  const named = counter.named === undefined ? undefined : read(counter.named);
  const { time } = facts.get(firstRow);
  return {
    kind: 'run',
    id: runId(rowId(first)),
    source,
    ...(time === undefined ? {} : { time }),
    rows: places.end - places.start,
    last: rowId(last),
    work: counter.work,
    command: named?.kind === 'shell' ? oneLine(named.command, titleLength) : undefined,
    trouble: counter.trouble === undefined ? undefined : troubleOf(read(counter.trouble)),
  };
}

function troubleOf(row: Row | undefined): RunTrouble | undefined {
  if (row?.kind === 'tool') {
    const { id, name, title, state } = row;
    return { id, tool: oneLine(toolName(name), titleLength), title, state, exitCode: undefined };
  }
  if (row?.kind === 'shell') {
    const { id, command, state, exitCode } = row;
    return { id, tool: undefined, title: oneLine(command, titleLength), state, exitCode };
  }
  return undefined;
}
