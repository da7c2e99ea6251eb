import assert from 'node:assert/strict';
import { isolated } from '#core/text/inertText.ts';

describe('isolated', () => {
  it('isolates text with right-to-left characters anywhere in it', () => {
    for (const text of ['שלום', 'Translate مرحبا, please', '𞤀𞤣']) {
      assert.equal(isolated(text), `\u2068${text}\u2069`);
    }
  });

  it('leaves every other text as it is', () => {
    for (const text of ['Plain', 'Größe', '日本語', '👩‍👧', '−5 °C', '']) {
      assert.equal(isolated(text), text);
    }
  });
});
