import assert from 'node:assert/strict';
import fc from 'fast-check';
import { safeFileName } from '#core/text/inertText.ts';

describe('a file name', () => {
  it('is a title as people would write it', () => {
    for (const [title, expected] of [
      ['Fix the importer', 'Fix the importer'],
      ['Why does `a/b.ts` fail: "EOF"?', 'Why does `a b.ts` fail EOF'],
      ['../../etc/passwd', 'etc passwd'],
      ['.gitignore', 'gitignore'],
      ['CON', '_CON'],
      ['nul.txt', '_nul.txt'],
      ['Straße nach 東京', 'Straße nach 東京'],
      ['a\nb\u0000\u202ec', 'a bc'],
      ['...', ''],
      ['', ''],
    ] as const) {
      assert.equal(safeFileName(title), expected);
    }
  });

  it('names one file on any system, whatever the title', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(text, (title) => {
        const name = safeFileName(title);
        assert.doesNotMatch(name, /[\p{Cc}<>:"/\\|?*]|^[.\s~-]|[.\s]$/u);
        assert.ok(Buffer.byteLength(`${name}.html`) < 255);
        assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
      }),
    );
  });
});
