import assert from 'node:assert/strict';
import { heatMap } from '#core/numbers/heatMap.ts';

describe('a map of days', () => {
  it('tells quarters of the days that had anything apart', () => {
    const values = new Map([
      ['2026-11-22', 100],
      ['2026-11-21', 3],
      ['2026-11-20', 2],
      ['2026-11-19', 1],
      ['2026-11-18', 2],
    ]);
    const weeks = heatMap(values, '2026-11-22', 2);
    assert.deepEqual(
      weeks.map((week) => week.map(({ level }) => level)),
      [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 0, 1, 1, 1, 3, 4],
      ],
    );
    assert.deepEqual(weeks[0]?.[0], { day: '2026-11-09', value: 0, level: 0 });
    assert.deepEqual(
      heatMap(values, '2026-11-18', 1).map((week) => week.length),
      [3],
    );
  });
});
