import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { isPlainly, shapes } from '#agents/toolbox/shapes.ts';

describe('shapes of fields', () => {
  it('are the same checked quickly and by zod', () => {
    const numbers = fc.constantFrom(...[0, -0, 1, -1, 0.5, 1e21, 2 ** 53, -(2 ** 53), 1e308 * 10]);
    const dates = fc.constantFrom('2026-07-20T09:15:04Z', '2026-07-20T09:15:04', '2026-07-20');
    const value = fc.oneof(fc.jsonValue(), numbers, dates, fc.constant(undefined));
    fc.assert(
      fc.property(value, (foreign) => {
        for (const [name, shape] of Object.entries(shapes)) {
          const read = z.safeParse(shape, foreign);
          assert.equal(isPlainly(shape, foreign), read.success, name);
          assert.ok(!read.success || Object.is(read.data, foreign));
        }
      }),
      { seed: 62, numRuns: 3_000 },
    );
  });
});
