import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RareText } from '#store/sources/log/rareText.ts';
import { runs } from '../../../../support/full.ts';

describe('the search for a text by its rarest character', () => {
  it('finds what a plain search finds, within its range alone', () => {
    const letters = fc.string({
      unit: fc.constantFrom('"', '_', 'e', 'z', '{'),
      minLength: 1,
      maxLength: 10,
    });
    const logs = fc.string({
      unit: fc.constantFrom('"', '_', 'e', 'z', '{', '\n', 'ze"ze{z', '{{z__e""e'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(letters, logs, fc.nat(60), fc.nat(60), (text, log, a, b) => {
        const from = Math.min(a, b, log.length);
        const to = Math.min(Math.max(a, b), log.length);
        const plain = log.slice(0, to).indexOf(text, from);
        assert.equal(new RareText(text).find(Buffer.from(log), from, to), plain);
      }),
      { seed: 5, numRuns: runs(2_000) },
    );
  });

  it('finds it where its rarest part is everywhere', () => {
    const search = new RareText('some_zebras7');
    const log = Buffer.from(`${'_zebras8 some'.repeat(30_000)}_zebras7 ${'_zebras8'.repeat(9)}`);
    const place = log.indexOf('some_zebras7');
    assert.equal(search.find(log, 0, log.length), place);
    assert.equal(search.find(log, 0, log.length), place);
    assert.equal(search.find(log, place + 1, log.length), -1);
  });
});
