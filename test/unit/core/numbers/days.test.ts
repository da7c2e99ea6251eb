import assert from 'node:assert/strict';
import fc from 'fast-check';
import { binStart, binsOf, dayAfter, dayOf } from '#core/numbers/days.ts';
import { runs } from '../../../support/full.ts';

describe('a day of numbers', () => {
  it('is the local one, and none for what no calendar has', () => {
    assert.equal(dayOf(new Date(2026, 10, 5, 0, 0).getTime()), '2026-11-05');
    assert.equal(dayOf(new Date(2026, 10, 5, 23, 59).getTime()), '2026-11-05');
    assert.deepEqual([NaN, Infinity, 1e20, -1e12].map(dayOf), ['', '', '', '']);
  });

  it('has one before and one after, over the ends of months and changes of the clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 20_000 }),
        fc.integer({ min: -400, max: 400 }),
        (n, by) => {
          const day = dayAfter('1971-01-01', n);
          assert.equal(dayAfter(dayAfter(day, by), -by), day);
          assert.equal(dayAfter(day, 1) > day, true);
        },
      ),
    );
    assert.equal(dayAfter('2026-02-28', 1), '2026-03-01');
  });
});

describe('the bars of a plot', () => {
  it('have no gaps and hold every day between their ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6_000 }), fc.nat(4_000), (n, length) => {
        const first = dayAfter('2000-01-01', n);
        const last = dayAfter(first, length);
        const { size, starts } = binsOf(first, last);
        assert.deepEqual([...new Set(starts)].sort(), starts);
        assert.ok(starts.length <= 240);
        for (const day of [first, last, dayAfter(first, length >> 1)]) {
          assert.ok(starts.includes(binStart(day, size)), `${day} ${size}`);
        }
      }),
      { numRuns: runs(100) },
    );
    assert.deepEqual(binsOf('2026-11-19', '2026-11-21'), {
      size: 'day',
      starts: ['2026-11-19', '2026-11-20', '2026-11-21'],
    });
    assert.equal(binStart('2026-11-22', 'week'), '2026-11-16');
    assert.equal(binStart('2026-11-22', 'month'), '2026-11-01');
  });

  it('end where nobody sees more, however old a date is said to be', () => {
    const { starts } = binsOf('1970-01-01', '2026-11-22');
    assert.equal(starts.length, 240);
    assert.equal(starts.at(-1), '2026-11-01');
  });
});
