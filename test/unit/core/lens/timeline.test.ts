import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowMark, rowMarks, type RowMark, type ShownFact } from '#core/lens/rowMark.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import {
  failedColumn,
  timelineColumns,
  TimelineBuilder,
  TimelineScale,
  type TimelineBins,
} from '#core/lens/timeline.ts';

const minute = 60_000;
const hour = 60 * minute;

function fact(kind: RowKind, time?: number, more: Partial<ShownFact> = {}): ShownFact {
  const tool = kind === 'shell' ? 'shell' : undefined;
  return { kind, state: 'done', tool, time, durationMs: undefined, size: 0, ...more };
}

function binned(rows: readonly ShownFact[], bins: number): TimelineBins {
  const scale = new TimelineScale();
  rows.forEach((row) => {
    scale.add(row);
  });
  const builder = new TimelineBuilder(scale, bins);
  rows.forEach((row) => {
    builder.add(row);
  });
  return builder.finish();
}

function countOf({ counts }: TimelineBins, bin: number, mark: RowMark | 'failed'): number {
  const column = mark === 'failed' ? failedColumn : rowMarks.indexOf(mark);
  return counts[bin * timelineColumns + column] ?? NaN;
}

describe('A timeline', () => {
  it('is by order where the log has no times, with a bin for each row if there is room', () => {
    const rows = [fact('user'), fact('shell'), fact('assistant')];
    const timeline = binned(rows, 100);
    assert.deepEqual(
      [timeline.by, timeline.rows, timeline.starts, timeline.times, timeline.gaps],
      ['order', 3, [0, 1, 2], [], []],
    );
    assert.equal(countOf(timeline, 0, 'prompt'), 1);
    assert.equal(countOf(timeline, 1, 'shell'), 1);
    assert.equal(countOf(timeline, 2, 'reply'), 1);
  });

  it('puts rows where they are in time, and leaves bins empty while one is going on', () => {
    const at = 1_000_000;
    const rows = [fact('user', at), fact('shell', at + minute), fact('assistant', at + 4 * minute)];
    const timeline = binned(rows, 4);
    assert.equal(timeline.by, 'time');
    assert.deepEqual(timeline.starts, [0, 1, 2, 2]);
    assert.deepEqual(timeline.times, [at, at + minute, at + minute, at + 4 * minute]);
  });

  it('squeezes idle hours, says how long they were, and does not take a long call for one', () => {
    const times = [0, 1, 2, 3, 4].map((at) => at * minute);
    const later = times.map((time) => time + 9 * hour);
    const rows = [...times, ...later].map((time) => fact('assistant', time));
    const { gaps, starts } = binned(rows, 200);
    assert.deepEqual(
      gaps.map(({ ms }) => ms),
      [9 * hour - 4 * minute],
    );
    const [gap] = gaps;
    assert.ok(gap !== undefined && gap.bins >= 4 && gap.bins <= 10, JSON.stringify(gap));
    assert.ok(Math.abs(gap.bin - 97) <= 3, 'it is in the middle');
    assert.equal(starts[gap.bin], 5);
    assert.equal(starts[gap.bin + gap.bins - 1], 5);

    const busy = [fact('user', 0), fact('shell', minute, { durationMs: 2 * hour })];
    assert.deepEqual(binned([...busy, fact('assistant', minute + 2 * hour)], 200).gaps, []);
  });

  it('leaves at least three quarters to what happened, however many gaps there are', () => {
    const rows = Array.from({ length: 400 }, (_, at) =>
      fact('assistant', Math.floor(at / 2) * hour + (at % 2) * minute),
    );
    const { gaps, starts } = binned(rows, 2_000);
    assert.equal(starts.length, 2_000);
    assert.ok(gaps.reduce((sum, { bins }) => sum + bins, 0) <= 500);
  });

  it('is not led astray by clocks that were set back, or by times that are none', () => {
    const rows = [fact('user', hour), fact('shell', 0), fact('shell', minute), fact('error')];
    const timeline = binned(rows, 10);
    assert.equal(timeline.by, 'time');
    assert.equal(timeline.starts.length, 10);
    assert.equal(countOf(timeline, 9, 'error'), 1, 'a row without a time is with the one before');
  });

  it('counts a failed call as what it was and as failed', () => {
    const timeline = binned([fact('user'), fact('shell', undefined, { state: 'failed' })], 10);
    assert.equal(countOf(timeline, 1, 'shell'), 1);
    assert.equal(countOf(timeline, 1, 'failed'), 1);
    assert.equal(countOf(timeline, 0, 'failed'), 0);
  });

  it('has each row in exactly one bin, whatever the log says', () => {
    const kinds: readonly RowKind[] = ['user', 'assistant', 'tool', 'shell', 'diff', 'compaction'];
    const row = fc.record({
      kind: fc.constantFrom(...kinds),
      state: fc.constantFrom('done', 'failed', 'unfinished' as const),
      tool: fc.constantFrom(undefined, 'read', 'edit', 'mcp' as const),
      time: fc.option(fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }), { nil: undefined }),
      durationMs: fc.option(fc.nat(), { nil: undefined }),
      size: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 50 }), (rows, width) => {
        const { starts, counts, times, gaps, by } = binned(rows, width);
        assert.ok(starts.length >= 1 && starts.length <= width);
        assert.equal(counts.length, starts.length * timelineColumns);
        assert.equal(times.length, by === 'time' ? starts.length : 0);
        for (const [bin, start] of starts.entries()) {
          const own = rows.slice(start, starts[bin + 1] ?? rows.length);
          const found = counts.slice(bin * timelineColumns, (bin + 1) * timelineColumns);
          const wanted = [
            ...rowMarks.map((mark) => own.filter((each) => rowMark(each) === mark).length),
            own.filter(({ state }) => state === 'failed').length,
          ];
          assert.deepEqual(found, wanted);
          if (gaps.some((gap) => bin >= gap.bin && bin < gap.bin + gap.bins)) {
            assert.deepEqual(own, [], 'nothing is in a gap');
          }
        }
      }),
    );
  });
});
