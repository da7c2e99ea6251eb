import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { isDateTime } from '#agents/toolbox/dateTime.ts';
import { shapes } from '#agents/toolbox/fields.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { runs } from '../../../support/full.ts';

const schemas: Readonly<Record<keyof typeof shapes, z.core.$ZodType>> = {
  text: z.string(),
  number: z.number(),
  amount: z.number().check(z.nonnegative()),
  whole: z.int(),
  natural: z.int().check(z.nonnegative()),
  flag: z.boolean(),
  anything: z.unknown(),
  object: z.custom(isJsonObject),
  list: z.custom(Array.isArray),
  dateTime: z.string().check(z.refine(isDateTime)),
};

describe('shapes of fields', () => {
  it('are the same as those of zod', () => {
    const numbers = fc.constantFrom(...[0, -0, 1, -1, 0.5, 1e21, 2 ** 53, -(2 ** 53), 1e308 * 10]);
    const dates = fc.constantFrom('2026-07-20T09:15:04Z', '2026-07-20T09:15:04', '2026-07-20');
    const value = fc.oneof(fc.jsonValue(), numbers, dates, fc.constant(undefined));
    fc.assert(
      fc.property(value, (foreign) => {
        for (const [name, schema] of Object.entries(schemas)) {
          const read = z.safeParse(schema, foreign);
          assert.equal(shapes[name as keyof typeof shapes](foreign), read.success, name);
          assert.ok(!read.success || Object.is(read.data, foreign));
        }
      }),
      { seed: 62, numRuns: runs(3_000) },
    );
  });
});
