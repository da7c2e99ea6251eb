import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RecordPlaces } from '#core/index/lineTable.ts';
import { runs } from '../../../support/full.ts';

describe('The places of records', () => {
  it('count records, not lines', () => {
    const places = new RecordPlaces();
    // Lines 3 and 4 have none, line 5 has three.
    for (const line of [1, 2, 5, 5, 5, 6]) {
      places.push(line);
    }
    assert.equal(places.length, 6);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((record) => places.lineOf(record)),
      [1, 2, 5, 5, 5, 6],
    );
    for (const record of [-1, 6, 1.5, NaN, Infinity]) {
      assert.equal(places.lineOf(record), undefined);
    }
  });

  it('are right for any lines, and after some were taken back', () => {
    // Line distance of each record from the previous one.
    const steps = fc.array(fc.nat({ max: 3 }), { maxLength: 50 });
    fc.assert(
      fc.property(steps, steps, fc.nat({ max: 60 }), (before, after, kept) => {
        const places = new RecordPlaces();
        const lines: number[] = [];
        let line = 1;
        const push = (step: number) => {
          line += step;
          lines.push(line);
          places.push(line);
        };
        before.forEach(push);
        places.truncate(kept);
        lines.length = Math.min(lines.length, kept);
        line = lines.at(-1) ?? 1;
        after.forEach(push);
        assert.equal(places.length, lines.length);
        assert.deepEqual(
          lines.map((_, record) => places.lineOf(record)),
          lines,
        );
        assert.equal(places.lineOf(lines.length), undefined);
      }),
      { seed: 7, numRuns: runs(1_000) },
    );
  });
});
