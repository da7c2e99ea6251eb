import assert from 'node:assert/strict';
import { byUse, choiceIn, ListFilter } from '#host/list/tree/listFilter.ts';
import type { FolderListing } from '#protocol/listing.ts';

function memento(value?: unknown) {
  const held = new Map<string, unknown>([['list.agents', value]]);
  return {
    get: (key: string) => held.get(key) as never,
    update: (key: string, next: unknown) => {
      held.set(key, next);
      return Promise.resolve();
    },
  };
}

const listing: FolderListing = {
  folder: '/p',
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
    const filter = new ListFilter(memento());
    assert.deepEqual(filter.apply([listing]), [listing]);
    await filter.choose({ agents: ['pi', 'fen'] });
    assert.deepEqual(
      filter.apply([listing]).flatMap(({ sessions }) => sessions.map(({ agent }) => agent)),
      ['pi', 'fen'],
    );
    await filter.choose({ agents: undefined });
    assert.deepEqual(filter.apply([listing]), [listing]);
  });

  it('leaves out hidden sessions until they are to be shown', async () => {
    const [first, ...others] = listing.sessions;
    const some = { ...listing, sessions: [{ ...first!, marks: { isHidden: true } }, ...others] };
    const filter = new ListFilter(memento());
    const shown = () => filter.apply([some as FolderListing])[0]?.sessions.map(({ id }) => id);
    assert.deepEqual(shown(), ['pi', 'fen']);
    await filter.choose({ showsHidden: true });
    assert.deepEqual(shown(), ['keen', 'pi', 'fen']);
  });

  it('shows sessions with one of some tags', async () => {
    const tagged = listing.sessions.map((session, place) => ({
      ...session,
      marks: { tags: [['bug'], ['bug', 'later'], ['other']][place] ?? [] },
    }));
    const filter = new ListFilter(memento());
    const shown = () =>
      filter.apply([{ ...listing, sessions: tagged }])[0]?.sessions.map(({ id }) => id);
    await filter.choose({ tags: ['later', 'other'] });
    assert.deepEqual(shown(), ['pi', 'fen']);
    await filter.choose({ tags: [] });
    assert.deepEqual(shown(), ['keen', 'pi', 'fen']);
  });

  it('shows only what is deleted within a week', async () => {
    const day = 24 * 60 * 60 * 1_000;
    const dated = listing.sessions.map((session, place) => ({
      ...session,
      ...([{ expiresAt: Date.now() + 6 * day }, { expiresAt: 0 }][place] ?? {}),
    }));
    const filter = new ListFilter(memento());
    await filter.choose({ onlyExpiring: true });
    const shown = filter.apply([{ ...listing, sessions: dated }])[0]?.sessions;
    assert.deepEqual(
      shown?.map(({ id }) => id),
      ['keen', 'pi'],
    );
  });

  it('remembers whether the sessions of all folders are listed', async () => {
    const held = memento();
    assert.equal(new ListFilter(held).choice.allFolders, false);
    await new ListFilter(held).choose({ allFolders: true });
    assert.equal(new ListFilter(held).choice.allFolders, true);
    await new ListFilter(held).choose({ allFolders: false });
    assert.equal(new ListFilter(held).choice.allFolders, false);
  });

  it('is taken from the argument of a command, as far as that has one', async () => {
    assert.deepEqual(choiceIn({ showsHidden: true, tags: ['a'], agents: 'pi', more: 1 }), {
      showsHidden: true,
      tags: ['a'],
    });
    for (const argument of [undefined, { kind: 'session' }, { tags: [1] }, 'all']) {
      assert.equal(choiceIn(argument), undefined);
    }
    const filter = new ListFilter(memento());
    assert.equal(filter.isActive, false);
    await filter.choose({ onlyFolder: true });
    assert.equal(filter.isActive, true);
  });

  it('offers first what is used most, and what is chosen in any case', () => {
    assert.deepEqual(byUse(['pi', 'fen', 'pi', 'agent'], ['keen']), [
      ['pi', 2],
      ['agent', 1],
      ['fen', 1],
      ['keen', 0],
    ]);
  });

  it('is none where something else was remembered', () => {
    for (const value of ['pi', 7, [], [1, null], {}]) {
      assert.equal(new ListFilter(memento(value)).choice.agents, undefined);
    }
  });
});
