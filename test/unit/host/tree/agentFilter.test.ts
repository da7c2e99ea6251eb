import assert from 'node:assert/strict';
import { AgentFilter } from '#host/tree/agentFilter.ts';
import type { FolderListing } from '#protocol/listing.ts';

function memento(value?: unknown) {
  let held = value;
  return {
    get: () => held as never,
    update: (_key: string, next: unknown) => {
      held = next;
      return Promise.resolve();
    },
  };
}

const listing: FolderListing = {
  folder: '/p',
  searched: ['/store'],
  failures: [],
  others: [],
  sessions: ['keen', 'pi', 'fen'].map((agent) => ({
    agent,
    id: agent,
    path: `/${agent}`,
    cwd: '/p',
    createdAt: 0,
    updatedAt: 0,
    firstUserMessage: undefined,
    size: 0,
  })),
};

describe('the filter of the list', () => {
  it('shows all agents until some are chosen, and again when none is', async () => {
    const filter = new AgentFilter(memento());
    assert.deepEqual(filter.apply([listing]), [listing]);
    await filter.set(['pi', 'fen']);
    assert.deepEqual(
      filter.apply([listing]).flatMap(({ sessions }) => sessions.map(({ agent }) => agent)),
      ['pi', 'fen'],
    );
    assert.deepEqual(filter.apply([listing])[0]?.searched, listing.searched);
    await filter.set(undefined);
    assert.deepEqual(filter.apply([listing]), [listing]);
  });

  it('is none where something else was remembered', () => {
    for (const value of ['pi', 7, [], [1, null], {}]) {
      assert.equal(new AgentFilter(memento(value)).agents, undefined);
    }
  });
});
