import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha1Hex } from '#agents/keen/sha1.ts';
import { runs } from '../../../support/full.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('SHA-1', () => {
  it('gives the digests of FIPS 180', () => {
    assert.equal(sha1Hex(utf8('')), 'da39a3ee5e6b4b0d3255bfef95601890afd80709');
    assert.equal(sha1Hex(utf8('abc')), 'a9993e364706816aba3e25717850c26c9cd0d89d');
    assert.equal(
      sha1Hex(utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')),
      '84983e441c3bd26ebaae4aa1f95129e5e54670f1',
    );
    assert.equal(sha1Hex(utf8('a'.repeat(1_000_000))), '34aa973cd4c4daa4f61eeb2bdbad27316534016f');
  });

  it('agrees with Node at every length around the block border', () => {
    for (let length = 0; length <= 130; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 0xff);
      assert.equal(sha1Hex(bytes), createHash('sha1').update(bytes).digest('hex'));
    }
  });

  it('agrees with Node on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        assert.equal(sha1Hex(bytes), createHash('sha1').update(bytes).digest('hex'));
      }),
      { seed: 1, numRuns: runs(200) },
    );
  });
});
