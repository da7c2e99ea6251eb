import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textOfBase64 } from '#agents/opencode/second/record.ts';

describe('a text in base64', () => {
  it('is what Node.js makes of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const base64 = Buffer.from(text).toString('base64');
        // A decoder of UTF-8 takes a mark of the byte order away.
        assert.equal(textOfBase64(base64), new TextDecoder().decode(Buffer.from(text)));
      }),
    );
    assert.equal(textOfBase64('TW9v\ncg'), 'Moor');
    assert.equal(textOfBase64(''), '');
  });
});
