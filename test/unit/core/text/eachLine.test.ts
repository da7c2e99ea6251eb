import assert from 'node:assert/strict';
import fc from 'fast-check';
import { eachLine } from '#core/text/oneLine.ts';

describe('the lines of a text, one after the other', () => {
  it('are those that the text splits into', () => {
    const piece = fc.constantFrom('a', 'bc', '\r', '\n', '\r\n', ' ');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        assert.deepEqual([...eachLine(text)], text.split(/\r?\n/));
      }),
      { seed: 3 },
    );
  });
});
