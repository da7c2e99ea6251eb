import assert from 'node:assert/strict';
import { ownPrices } from '#core/prices/ownPrices.ts';

describe('prices in a setting', () => {
  it('are the valid ones, names before patterns and long patterns before short ones', () => {
    const own = ownPrices({
      '*': { input: 1, output: 2 },
      'house/*': { input: 3, output: 4, cacheRead: 0 },
      mine: { input: 0, output: 0.5, cacheWrite: 1 },
      ...{ free: null, half: { input: 1 }, words: { input: '1', output: '2' } },
      ...{ less: { input: -1, output: 1 }, none: { input: NaN, output: 1 } },
    });
    assert.deepEqual(
      own.map(({ pattern, price }) => [
        pattern,
        price.input,
        price.output,
        price.cacheRead,
        price.cacheWrite,
      ]),
      [
        ['mine', 0, 0.5, 0, 1],
        ['house/*', 3, 4, 0, 3],
        ['*', 1, 2, 1, 1],
      ],
    );
  });

  it('are none if it is no object', () => {
    assert.deepEqual([undefined, null, 'x', [1]].map(ownPrices), [[], [], [], []]);
  });
});
