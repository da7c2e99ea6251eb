import assert from 'node:assert/strict';
import { growth, grownBy } from './measure.ts';
import { shapes } from './shapes.ts';
import { subjectOf, tooLong } from './works.ts';

/** At eight times this size, quadratic work takes some tenths of a second. */
const size = 700;

describe('The measure of growth', () => {
  const spin = (steps: number) => () => {
    let sum = 0;
    for (let step = 0; step < steps; step += 1) {
      sum += Math.sqrt(step);
    }
    return Promise.resolve(sum);
  };
  const base = 4_000_000;

  it('tells quadratic work from nearly linear work', async () => {
    const linear = await grownBy(spin(base), spin(growth * base));
    assert.equal(linear.isTooMuch, false, `${linear.ratio}`);
    const square = await grownBy(spin(base), spin(growth * growth * base));
    assert.equal(square.isTooMuch, true, `${square.ratio}`);
  });
});

describe('No log makes any work grow faster than n log n:', () => {
  it('there are shapes of all kinds', () => {
    assert.ok(shapes.length >= 27);
    assert.equal(new Set(shapes.map(({ name }) => name)).size, shapes.length);
  });

  for (const shape of shapes) {
    it(shape.name, async () => {
      const small = await subjectOf(shape.agent, shape.log(size), shape.query);
      const large = await subjectOf(shape.agent, shape.log(growth * size), shape.query);
      assert.ok(large.reader.state().size > (growth / 2) * small.reader.state().size);
      assert.deepEqual(await tooLong(small, large), []);
    });
  }
});
