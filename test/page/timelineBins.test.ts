import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import type { TimelineBins } from '#core/lens/timeline.ts';
import {
  binAfter,
  binOf,
  busyBin,
  placeAt,
  rowsIn,
} from '../../webview/kit/timeline/timelineBins.ts';
import { drawTimeline, timelineColors, type Pen } from '../../webview/kit/timeline/drawTimeline.ts';
import { valueText, wordsOf } from '../../webview/kit/timeline/timelineWords.ts';
import { timelineOf } from '../support/pagePlayback.ts';
import { manyRows } from '../support/pageRows.ts';
import { assistantRow, compactionRow, shellRow, toolRow, userRow } from '../support/pageSamples.ts';

const minute = 60_000;
const nine = new Date(2026, 10, 20, 9, 0).getTime();

/** A prompt and two commands in the first minutes, and one more prompt after a night. */
function night(): TimelineBins {
  return timelineOf(
    [
      userRow('x', { time: nine }),
      shellRow('make', { time: nine + minute, state: 'failed' }),
      shellRow('make', { time: nine + 2 * minute }),
      assistantRow('y', { time: nine + 4 * minute }),
      userRow('z', { time: nine + 720 * minute }),
      assistantRow('y', { time: nine + 724 * minute }),
    ],
    100,
  );
}

describe('the bins of a timeline', () => {
  it('lead from a row to its bin and back', () => {
    const bins = night();
    for (let place = 0; place < bins.rows; place += 1) {
      const bin = binOf(bins, place);
      assert.ok(rowsIn(bins, bin) > 0);
      assert.equal(placeAt(bins, (bin + 0.01) / bins.starts.length), place);
    }
    assert.equal(placeAt(bins, 0), 0);
    assert.equal(placeAt(bins, 1), 5);
    assert.equal(placeAt(bins, 7), 5, 'a pointer may be dragged beyond the end');
  });

  it('have the rows of a full bin side by side', () => {
    const bins = timelineOf(manyRows(1_000), 10);
    assert.equal(placeAt(bins, 0.05), 50);
    assert.equal(placeAt(bins, 1), 999);
  });

  it('go on to the next one with rows', () => {
    const bins = night();
    const second = binOf(bins, 1);
    assert.equal(binAfter(bins, 0, 1), second);
    assert.equal(binAfter(bins, second, -1), 0);
    assert.equal(binAfter(bins, second, -50), 0);
    assert.equal(binAfter(bins, second, 500), binOf(bins, 5));
    assert.equal(busyBin(bins, second + 1), second, 'the command still runs');
  });
});

describe('the words for a part of a timeline', () => {
  it('say when, in which turn, and what', () => {
    const bins = night();
    assert.deepEqual(wordsOf(bins, binOf(bins, 1)), {
      where: '9:01 AM · Turn 1',
      what: ['1 shell command'],
      failed: '1 failed',
    });
    assert.deepEqual(wordsOf(bins, binOf(bins, 4)).where, '9:00 PM · Turn 2');
    assert.equal(
      valueText(bins, binOf(bins, 1), 1),
      'Row 2 of 6, 9:01 AM · Turn 1, 1 shell command, 1 failed',
    );
  });

  it('say how long nothing happened', () => {
    const bins = night();
    const [gap] = bins.gaps;
    assert.deepEqual(wordsOf(bins, gap?.bin ?? 0).what, ['Idle for 11 h 56 min']);
  });

  it('are about the order where there are no times', () => {
    const bins = timelineOf([userRow('x'), toolRow('read_file'), toolRow('todo_write')], 1);
    assert.deepEqual(wordsOf(bins, 0), {
      where: 'Turn 1',
      what: ['1 prompt', '1 file read', '1 tool call'],
      failed: '',
    });
  });
});

describe('the picture of a timeline', () => {
  const colors = Object.fromEntries(timelineColors.map((name) => [name, name])) as Record<
    (typeof timelineColors)[number],
    string
  >;

  /** Rectangles as they would be painted: `color left-right top-bottom`. */
  function painted(bins: TimelineBins, width: number, height = 50) {
    const rectangles: {
      color: string;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }[] = [];
    const lines: number[] = [];
    const pen: Pen = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 1,
      fillRect(left, top, wide, high) {
        rectangles.push({
          color: typeof this.fillStyle === 'string' ? this.fillStyle : '',
          left,
          right: left + wide,
          top,
          bottom: top + high,
        });
      },
      clearRect: () => undefined,
      beginPath: () => undefined,
      moveTo: (x) => lines.push(x),
      lineTo: () => undefined,
      stroke: () => undefined,
    };
    drawTimeline(pen, bins, { width, height, colors });
    const of = (color: string) => rectangles.filter((each) => each.color === color);
    return { rectangles, lines, of };
  }

  it('has a lane each for prompts, for what was done, and for what failed', () => {
    const rows = [userRow('x'), shellRow('make', { state: 'failed' }), toolRow('edit_file')];
    const { of } = painted(timelineOf(rows, 100), 90);
    const [flag] = of('prompt').toSorted((a, b) => a.top - b.top);
    const [failed] = of('trouble');
    const [shell] = of('shell');
    assert.ok(flag && failed && shell);
    assert.ok(flag.bottom <= shell.top && shell.bottom <= failed.top);
    assert.deepEqual([shell.left, shell.right, failed.left], [30, 59, 30]);
    assert.equal(of('change')[0]?.left, 60);
  });

  it('stays within its size, each bin within its own', () => {
    const bins = timelineOf(manyRows(5_000), 200);
    const { rectangles } = painted(bins, 400);
    for (const { left, right, top, bottom } of rectangles) {
      assert.ok(left >= 0 && right <= 400 && top >= 0 && bottom <= 50 && top <= bottom);
      assert.ok(right - left <= 2);
    }
    assert.ok(rectangles.length < 200 * 6, 'the number of rows does not matter');
  });

  it('goes on with what was going on, but not into a gap, which is hatched', () => {
    const bins = night();
    const { of, lines } = painted(bins, 1_000);
    const [gap] = bins.gaps;
    const [first, last] = [10 * binOf(bins, 1), 10 * binOf(bins, 3)];
    const shells = of('shell');
    assert.equal(Math.min(...shells.map(({ left }) => left)), first);
    assert.ok(last - Math.max(...shells.map(({ right }) => right)) <= 1);
    assert.equal(shells.length, (last - first) / 10, 'there is no hole');
    const [begin, end] = [10 * (gap?.bin ?? 0), 10 * ((gap?.bin ?? 0) + (gap?.bins ?? 0))];
    assert.ok(lines.length > 0 && lines.every((x) => x > begin && x < end));
    assert.deepEqual(
      of('text').filter(({ left }) => left >= begin && left < end),
      [],
    );
  });

  it('divides the strip at compactions, unless they are everywhere', () => {
    const few = painted(
      timelineOf([...manyRows(40), compactionRow('x'), ...manyRows(40)], 100),
      200,
    );
    assert.deepEqual(
      few.of('compaction').map(({ top, bottom }) => bottom - top > 40),
      [true],
    );
    const many = painted(
      timelineOf(
        Array.from({ length: 9 }, () => compactionRow('x')),
        9,
      ),
      200,
    );
    assert.ok(many.of('compaction').every(({ top, bottom }) => bottom - top < 20));
  });
});
