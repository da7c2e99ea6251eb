import assert from 'node:assert/strict';
import { seeds, tooLongOn } from './grownDatabases.ts';

describe('No database without indexes makes any work grow faster than n log n:', () => {
  for (const [agent, seed] of Object.entries(seeds)) {
    it(agent, async () => {
      assert.deepEqual(await tooLongOn(seed, false), []);
    });
  }
});
