import assert from 'node:assert/strict';
import fc from 'fast-check';
import { terminalText } from '#core/chat/importCards.ts';
import { runs } from '../../../support/full.ts';

describe('Shell output for the chat view', () => {
  it('gives the terminal card nothing to obey but styles', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 6 }),
            fc.constantFrom(
              '\u001b[31m',
              '\u001b[1;4m',
              '\u001b[2J',
              '\u001b]8;;http://h\u0007',
              '\u001b]0;t\u0007',
              '\r',
              '\b',
              '\n',
              '\u009b5A',
            ),
          ),
          { maxLength: 12 },
        ),
        (pieces) => {
          const text = terminalText(pieces.join(''));

          const rest = text.replace(/\u001b\[[\d;]*m/g, '').replace(/\r\n/g, '');

          assert.doesNotMatch(rest, /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/);
        },
      ),
      { seed: 13, numRuns: runs(1_000) },
    );
    assert.equal(
      terminalText('\u001b[1;31mred\u001b[0m\nplain \u001b[48;5;200mtrue\u001b[0m'),
      '\u001b[1;38;5;1mred\u001b[0m\r\nplain \u001b[48;2;255;0;215mtrue\u001b[0m',
    );
  });
});
