import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beginningOf, wellFormed, wellFormedJson } from '#core/text/wellFormed.ts';
import { wellFormedValue } from '#core/chat/sendable.ts';

const texts = fc.string({
  unit: fc.constantFrom('a', '\\', '"', 'ud83c', '\ud83c', '\udf0d', '😀'),
});
const values = fc.jsonValue({
  stringUnit: fc.constantFrom('\\', 'ud83c', '\ud83c', '\udf0d', '😀'),
});

const isWellFormed = (text: string) => Buffer.from(text).toString() === text;

describe('a text without halves of surrogate pairs', () => {
  it('has U+FFFD in place of each, and is the same if there is none', () => {
    assert.equal(wellFormed('a\ud83cb😀\udf0d'), 'a\ufffdb😀\ufffd');
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(wellFormed(text), Buffer.from(text).toString());
      }),
    );
  });

  it('is what JSON has of any value, whatever its names and texts', () => {
    assert.equal(wellFormedJson('"\\\\ud83c \\ud83c"'), '"\\\\ud83c \ufffd"');
    fc.assert(
      fc.property(values, (value) => {
        const json = wellFormedJson(JSON.stringify(value));
        assert.ok(isWellFormed(json) && !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(json), json);
        // JSON has no −0, and names that become the same are one.
        assert.deepEqual(JSON.parse(JSON.stringify(wellFormedValue(value))), JSON.parse(json));
      }),
    );
  });

  it('ends with a whole character where it is cut', () => {
    assert.equal(beginningOf('a😀', 2), 'a');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
        const beginning = beginningOf(text, max);
        assert.ok(isWellFormed(beginning) && text.startsWith(beginning));
        assert.ok(beginning.length <= max && beginning.length >= Math.min(max, text.length) - 1);
      }),
    );
  });
});
