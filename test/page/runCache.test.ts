import assert from 'node:assert/strict';
import { keptChars, RunCache } from '../../webview/code/runCache.ts';

describe('the runs of coloured code', () => {
  const block = (at: number) => `${at} `.padEnd(19_990, 'x');

  it('are kept up to so many characters, however much is drawn', () => {
    const cache = new RunCache();
    for (let at = 0; at < 2_000; at += 1) {
      cache.get(block(at), 'ts', () => []);
      assert.ok(cache.chars <= keptChars);
    }
    assert.ok(cache.chars > keptChars / 2);
  });

  it('are made once for what is drawn again soon, also where there is nothing to colour', () => {
    const cache = new RunCache();
    let made = 0;
    const get = (at: number) =>
      cache.get(block(at), 'ts', () => {
        made += 1;
        return undefined;
      });
    for (const at of [0, 1, 0, 1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 0]) {
      get(at);
    }
    assert.equal(made, 10, 'what was used last is kept');
    get(10);
    get(1);
    assert.equal(made, 12);
  });
});
