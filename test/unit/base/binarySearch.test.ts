import assert from 'node:assert/strict';
import { firstPlace } from '#base/binarySearch.ts';

describe('the first place that fits', () => {
  it('is found anywhere, and is the end if none matches', () => {
    for (let length = 0; length < 9; length += 1) {
      for (let first = 0; first <= length; first += 1) {
        assert.equal(
          firstPlace(0, length, (place) => place >= first),
          first,
        );
      }
    }
    assert.equal(
      firstPlace(3, 8, () => true),
      3,
    );
  });
});
