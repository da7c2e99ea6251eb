import assert from 'node:assert/strict';
import { Heights } from '../../webview/replay/virtual/heights.ts';
import { shownAt } from '../../webview/replay/virtual/shownRange.ts';

describe('the items on a screen', () => {
  const heights = new Heights(40);
  heights.count = 10;

  it('are those of which something can be seen', () => {
    assert.deepEqual(shownAt(heights, 0, 100), { first: 0, last: 2 });
    assert.deepEqual(shownAt(heights, 39, 82), { first: 0, last: 3 });
  });

  it('are not those that only touch an edge, be it by a fraction of a pixel', () => {
    assert.deepEqual(shownAt(heights, 80, 80), { first: 2, last: 3 });
    assert.deepEqual(shownAt(heights, 79.9, 80.2), { first: 2, last: 3 });
  });

  it('are one at least, however little room there is', () => {
    assert.deepEqual(shownAt(heights, 80, 0.2), { first: 2, last: 2 });
    assert.deepEqual(shownAt(heights, 400, 100), { first: 9, last: 9 });
  });
});
