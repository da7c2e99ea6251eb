import type { Row } from '#core/rows/row.ts';
import type { ShownFact } from '#core/lens/rowMark.ts';
import { delayBetween, isStep, stopOf } from '#core/lens/steps.ts';
import { TimelineBuilder, TimelineScale, type TimelineBins } from '#core/lens/timeline.ts';
import { toolKind } from '#core/index/toolKind.ts';
import type { FoundSteps, StepQuery } from '#protocol/pages/page.ts';
import { assistantRow, compactionRow, diffRow, shellRow, toolRow, userRow } from './pageSamples.ts';

/** What the worker knows of a row from its index. */
function factOf(row: Row): ShownFact {
  const { kind, time } = row;
  const isCall = kind === 'tool' || kind === 'shell';
  const ns = isCall ? row.durationNs : undefined;
  return {
    kind,
    state: isCall ? row.state : 'done',
    tool: kind === 'tool' ? toolKind(row.name) : kind === 'shell' ? 'shell' : undefined,
    time,
    durationMs: ns === undefined ? undefined : ns / 1e6,
    size: 'text' in row ? row.text.length : 0,
  };
}

/** The timeline that the worker would answer with. */
export function timelineOf(rows: readonly Row[], bins: number): TimelineBins {
  const facts = rows.map(factOf);
  const scale = new TimelineScale();
  for (const fact of facts) {
    scale.add(fact);
  }
  const builder = new TimelineBuilder(scale, bins);
  for (const fact of facts) {
    builder.add(fact);
  }
  return builder.finish();
}

/** The steps that the worker would find among rows that pass a filter. */
export function stepsAmong(
  rows: readonly Row[],
  { rowId, by, unit, stops, count }: Omit<StepQuery, 'filter'>,
): FoundSteps {
  const steps: FoundSteps['steps'][number][] = [];
  const from = rows.findIndex(({ id }) => id === rowId);
  let delayMs = 0;
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    const [row, before] = [rows[index], rows[index - by]];
    if (row === undefined || before === undefined) {
      break;
    }
    const fact = factOf(row);
    delayMs += delayBetween(factOf(before), fact);
    const stop = stops.find((kind) => kind === stopOf(fact));
    if (stop !== undefined || isStep(fact, unit)) {
      steps.push({ index, rowId: row.id, delayMs, ...(stop === undefined ? {} : { stop }) });
      delayMs = 0;
    }
    if (steps.length === count) {
      return { steps, isEnd: false };
    }
  }
  return { steps, isEnd: true };
}

/** Two turns with everything that a player steps to or stops at. */
export const playedRows = (): Row[] => [
  userRow('1'),
  toolRow('read_file'),
  assistantRow('x'),
  shellRow('make', { state: 'failed' }),
  toolRow('edit_file'),
  diffRow('a.ts', '+x'),
  compactionRow('Sum.'),
  userRow('2'),
  assistantRow('y'),
];
