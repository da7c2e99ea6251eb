import assert from 'node:assert/strict';
import { objectIn } from '#agents/vscode/mutationLog.ts';

const log = (...changes: readonly unknown[]) =>
  changes.map((change) => JSON.stringify(change)).join('\n');

describe('a log of changes', () => {
  const first = { kind: 0, v: { a: { b: 1 }, list: [1, 2, 3] } };

  it('comes to the object that they make', () => {
    assert.deepEqual(
      objectIn(
        log(
          first,
          { kind: 1, k: ['a', 'b'], v: 2 },
          { kind: 1, k: ['list', 1], v: { c: [] } },
          { kind: 2, k: ['list', 1, 'c'], v: ['x'] },
          { kind: 2, k: ['list'], v: [4, 5], i: 2 },
          { kind: 2, k: ['list'], i: 3 },
          { kind: 2, k: ['made'], v: [1] },
          { kind: 3, k: ['a'] },
        ),
      ),
      { a: undefined, list: [1, { c: ['x'] }, 4], made: [1] },
    );
  });

  it('begins anew with a whole object', () => {
    assert.deepEqual(objectIn(log(first, { kind: 0, v: { b: 1 } })), { b: 1 });
    assert.deepEqual(objectIn(log(first, { kind: 1, k: [], v: { c: 1 } })), { c: 1 });
  });

  it('goes on behind lines that cannot be read, and counts them', () => {
    const next = log({ kind: 1, k: ['a'], v: 7 });
    const text = `${log(first)}\r\n\n{"kind":1,"k":["a"],"v":\n\0\0\n7\n\0\0${next}`;
    assert.deepEqual(objectIn(text), { ...first.v, a: 7, $unread: 3 });
    assert.throws(() => objectIn('{"kind":0,'), SyntaxError);
    assert.equal(objectIn(''), undefined);
  });

  it('leaves alone a last line that is still being written', () => {
    assert.deepEqual(objectIn(`${log(first)}\n{"kind":1,"k":["a"],"v":`), first.v);
  });

  it('has what its other lines say without the first', () => {
    const requests = [{ message: 'x' }];
    const rest = log({ kind: 2, k: ['requests'], v: requests }, { kind: 1, k: ['t'], v: 'T' });
    assert.deepEqual(objectIn(rest), { requests, t: 'T', $hasNoStart: true });
    assert.deepEqual(objectIn(`{"kind":0,\n${rest}`), {
      ...{ requests, t: 'T', $hasNoStart: true },
      $unread: 1,
    });
    assert.equal(objectIn(log({ kind: 1, k: ['t'], v: 'T' })), undefined);
    assert.equal(objectIn('{"version":3}'), undefined);
  });

  it('leaves alone what is not there', () => {
    for (const change of [
      { kind: 1, k: ['x', 'y'], v: 1 },
      { kind: 1, k: ['list', 'length'], v: 0 },
      { kind: 1, k: ['list', 9], v: 1 },
      { kind: 1, k: ['list', -1], v: 1 },
      { kind: 1, k: ['a', 7], v: 1 },
      { kind: 1, k: ['__proto__', 'polluted'], v: 1 },
      { kind: 1, k: ['constructor', 'prototype', 'polluted'], v: 1 },
      { kind: 1, v: 1, k: 'a' },
      { kind: 9, k: ['a'], v: 1 },
      { kind: 2, k: [], v: [1] },
    ]) {
      const changed = objectIn(log(first, change));
      const isWhole = change.kind === 1 && change.k === 'a';
      assert.deepEqual(changed, isWhole ? 1 : first.v);
    }
    assert.equal('polluted' in {}, false);
  });
});
