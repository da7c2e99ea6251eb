import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RareText } from '#store/rareText.ts';

describe('the search for a text by its rarest character', () => {
  it('finds what a plain search finds, within its range alone', () => {
    const letters = fc.string({
      unit: fc.constantFrom('"', '_', 'e', 'z', '{'),
      minLength: 1,
      maxLength: 6,
    });
    const logs = fc.string({ unit: fc.constantFrom('"', '_', 'e', 'z', '{', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(letters, logs, fc.nat(60), fc.nat(60), (text, log, a, b) => {
        const from = Math.min(a, b, log.length);
        const to = Math.min(Math.max(a, b), log.length);
        const plain = log.slice(0, to).indexOf(text, from);
        assert.equal(new RareText(text).find(Buffer.from(log), from, to), plain);
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});
