import assert from 'node:assert/strict';
import { ReadSessions } from '#host/list/readSessions.ts';

function setUp(value?: unknown) {
  const values = new Map<string, unknown>(value === undefined ? [] : [['list.read', value]]);
  const memento = {
    get: (key: string) => values.get(key) as never,
    update: (key: string, to: unknown) => {
      values.set(key, to);
      return Promise.resolve();
    },
  };
  let now = 1_000;
  const read = new ReadSessions(
    memento,
    () => undefined,
    () => now,
  );
  return {
    read,
    wait: () => (now += 1_000),
    again: () => new ReadSessions(memento, () => undefined),
  };
}

const session = (path: string, updatedAt = 0) => ({ path, updatedAt });

describe('Sessions that the user looked at', () => {
  it('are all that there were at the first start', () => {
    const { read, again } = setUp();
    assert.equal(read.until(session('a')), 1_000);
    assert.equal(again().until(session('a')), 1_000);
    assert.equal(setUp('damaged').read.until(session('a')), 1_000);
    assert.equal(read.until(session('constructor')), 1_000);
  });

  it('are known until they are written again', () => {
    const { read, wait, again } = setUp();
    wait();
    read.add([session('a'), session('b', 5_000)]);
    assert.deepEqual(
      ['a', 'b', 'c'].map((path) => again().until(session(path))),
      [2_000, 5_000, 1_000],
    );
    wait();
    read.addAll([]);
    assert.equal(read.until(session('c')), 3_000);
  });

  it('are known where logs are dated in the future, or the clock was ahead', () => {
    const { read, again } = setUp();
    read.addAll([session('now', 900), session('ahead', 9_000)]);
    assert.equal(again().until(session('ahead')), 9_000);
    assert.equal(again().until(session('other')), 1_000);
    const late = setUp({ all: 7_000, sessions: { ahead: 9_000 } });
    assert.equal(late.read.until(session('other')), 1_000);
    assert.equal(late.read.until(session('ahead')), 9_000);
  });

  it('are counted as read with older ones when there are too many', () => {
    const { read, wait } = setUp();
    for (let at = 0; at < 502; at += 1) {
      wait();
      read.add([session(`${at}`)]);
    }
    assert.equal(read.until(session('other')), 3_000);
    assert.equal(read.until(session('501')), 503_000);
  });
});
