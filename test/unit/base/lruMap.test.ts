import assert from 'node:assert/strict';
import { LruMap } from '#base/lruMap.ts';

describe('an LRU map', () => {
  it('holds no more than so much, however much is set', () => {
    const map = new LruMap<number, string>(100, ({ length }) => length);
    const weight = (upTo: number) =>
      Array.from({ length: upTo }, (_, at) => map.get(at)?.length ?? 0).reduce((a, b) => a + b, 0);
    for (let at = 0; at < 200; at += 1) {
      map.set(at, 'x'.repeat(1 + (at % 30)));
      assert.ok(weight(at + 1) <= 100);
    }
    assert.ok(weight(200) > 50);
  });

  it('evicts the least recently used entry', () => {
    const map = new LruMap<number, string>(3);
    for (const at of [0, 1, 2]) {
      map.set(at, 'x');
    }
    map.get(0);
    map.set(3, 'x');
    assert.deepEqual(
      [0, 1, 2, 3].map((at) => map.get(at)),
      ['x', undefined, 'x', 'x'],
    );
  });

  it('counts a replaced entry once, and keeps the latest entry at any weight', () => {
    const map = new LruMap<string, number>(10, (weight) => weight);
    map.set('a', 4);
    map.set('a', 6);
    map.set('b', 4);
    assert.deepEqual([map.get('a'), map.get('b')], [6, 4]);
    map.set('c', 11);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, undefined, 11]);
    map.delete('c');
    assert.equal(map.get('c'), undefined);
  });
});
