import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import { seeds, tooLongOn } from './grownDatabases.ts';

describe('No database of an agent makes any work grow faster than n log n:', () => {
  it('there is one of each agent that has one', () => {
    const agents = adapters.filter(({ sources }) =>
      sources.some(({ kind }) => kind === 'database'),
    );
    const seeded = new Set(Object.keys(seeds).map((name) => name.replace(/ .*/, '')));
    assert.deepEqual(agents.map(({ id }) => id).toSorted(), [...seeded].toSorted());
  });

  for (const [agent, seed] of Object.entries(seeds)) {
    it(agent, async () => {
      assert.deepEqual(await tooLongOn(seed, true), []);
    });
  }
});
