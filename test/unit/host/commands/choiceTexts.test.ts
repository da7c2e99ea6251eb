import assert from 'node:assert/strict';
import { choiceTexts } from '#host/commands/choiceTexts.ts';

describe('a choice among sessions', () => {
  it('draws no icon of a title, an id or a folder', () => {
    const { label, detail } = choiceTexts('$(trash) a', ['now', '$(gear)', 'b$(bug~spin)']);
    assert.equal(label, '$\u200b(trash) a');
    assert.equal(detail, 'now · $\u200b(gear) · b$\u200b(bug~spin)');
  });

  it('keeps each fact to its place on one line', () => {
    const { detail } = choiceTexts('a', ['now', 'x\n\u202ey\u001b[31m', 'id']);
    assert.equal(detail, 'now · x y[31m · id');
    assert.equal(choiceTexts('a', ['\u05d0', '2']).detail, '\u2068\u05d0\u2069 · 2');
  });
});
