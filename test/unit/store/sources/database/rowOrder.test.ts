import assert from 'node:assert/strict';
import { isAfter, rowPlaceOf, rowNumberIn } from '#store/sources/database/sessionRows.ts';

describe('the number of a row', () => {
  it('is a whole number of 64 bits', () => {
    assert.equal(rowNumberIn(12), 12n);
    assert.equal(rowNumberIn('-9223372036854775808'), -9223372036854775808n);
  });

  it('is none for what a damaged or hostile table has in its place', () => {
    for (const value of [1.5, 1e300, NaN, null, '', 'x', '1.5']) {
      assert.equal(rowNumberIn(value), undefined, String(value));
    }
  });
});

describe('the place of a row', () => {
  it('follows the one before by number, or by the bytes of its text', () => {
    assert.ok(isAfter(rowPlaceOf(10), 9n));
    assert.ok(!isAfter(rowPlaceOf(9), 9n));
    assert.ok(isAfter(rowPlaceOf('composerData:b'), 'composerData:a'));
    assert.ok(!isAfter(rowPlaceOf('composerData:a'), 'composerData:a'));
    assert.ok(!isAfter(rowPlaceOf('composerData:a'), 'composerData:b'));
  });
});
