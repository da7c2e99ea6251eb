import assert from 'node:assert/strict';
import { ReplaySession } from '#host/pages/replaySession.ts';
import type { ReplayServices } from '#host/pages/replayServices.ts';
import type { IndexState } from '#protocol/worker.ts';

const state = (rows: number, branch?: IndexState['branch']) =>
  ({ rows, branch }) as unknown as IndexState;

/** A worker that returns more rows each time, and has the session until it is `lost`. */
function setUp() {
  const asked: string[] = [];
  let rows = 0;
  let opened: Promise<IndexState> | undefined;
  const answer = (name: string, branch?: IndexState['branch']) => {
    asked.push(name);
    rows += 1;
    return Promise.resolve(state(rows, branch));
  };
  const around = () =>
    opened === undefined
      ? Promise.reject(new Error('The session is not open.'))
      : Promise.resolve({ index: 42 });
  const services = {
    sessions: {
      acquire: () => ({
        get opened() {
          return (opened ??= answer('open'));
        },
        dispose: () => {
          asked.push('close');
          opened = undefined;
        },
      }),
    },
    worker: {
      request: (name: string, { leaf }: { leaf?: number }) =>
        name === 'rows/around'
          ? around()
          : answer(name, leaf === undefined ? undefined : { leaf, isLast: false }),
    },
  } as unknown as ReplayServices;
  return {
    asked,
    session: new ReplaySession(services, '/a.jsonl'),
    lose: () => {
      opened = undefined;
    },
  };
}

describe('the session of a replay', () => {
  it('is opened at once, and read again only when its log may have changed', async () => {
    const { asked, session } = setUp();
    assert.equal((await session.read()).rows, 1);
    assert.equal((await session.read()).rows, 1);
    session.outdate();
    assert.equal((await session.read()).rows, 2);
    assert.equal((await session.read()).rows, 2);
    assert.deepEqual(asked, ['open', 'session/refresh']);
  });

  it('has rows to open with, unless its index got further meanwhile', async () => {
    const { session } = setUp();
    await session.read();
    const rows = { filter: 'all', rowId: '3.0', count: 100 } as const;
    const { filter, rowId, index } = (await session.opening(rows)) ?? {};
    assert.deepEqual([filter, rowId, index], ['all', '3.0', 42]);
    const meanwhile = session.opening(rows);
    session.update(state(9));
    assert.equal(await meanwhile, undefined);
  });

  it('has none to open with where they cannot be read: the page says why', async () => {
    const { session, lose } = setUp();
    await session.read();
    lose();
    const rows = { filter: 'all', count: 100 } as const;
    assert.equal(await session.opening(rows), undefined);
  });

  it('is what the index told last, if that got further meanwhile', async () => {
    const { session } = setUp();
    const read = session.read();
    session.update(state(7));
    assert.equal((await read).rows, 7);
    assert.equal(session.latest?.rows, 7);
  });

  it('is opened again after it was closed or its worker ended, with the chosen branch', async () => {
    const { asked, session, lose } = setUp();
    await session.showBranch(4);
    session.dispose();
    assert.deepEqual((await session.read()).branch, { leaf: 4, isLast: false });
    lose();
    assert.deepEqual((await session.read()).branch, { leaf: 4, isLast: false });
    await session.showBranch(undefined);
    lose();
    assert.equal((await session.read()).branch, undefined);
    assert.deepEqual(asked, [
      ...['open', 'session/branch', 'close'],
      ...['open', 'session/branch'],
      ...['open', 'session/branch', 'session/branch'],
      'open',
    ]);
  });
});
