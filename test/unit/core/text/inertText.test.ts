import assert from 'node:assert/strict';
import { isTypeable, withoutControls, withoutIcons, withoutLinks } from '#core/text/inertText.ts';

/** What VS Code 1.139 turns into links in notifications (`base/common/linkedText.ts`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** What it renders as icons (`base/common/iconLabels.ts`). */
const icon = /(\\)?\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;

describe('text that nothing comes of', () => {
  it('is no link in a notification', () => {
    for (const text of [
      '[Fix it](command:x.y)',
      '[[a]](http://h) [b](file:///x "t")',
      '[a](](command:x)',
    ]) {
      assert.ok(!link.test(withoutLinks(text)), text);
      assert.equal(withoutLinks(text).replaceAll('\u200b', ''), text);
    }
    assert.equal(withoutLinks('a [b] (c)'), 'a [b] (c)');
  });

  it('is no icon in a quick pick', () => {
    for (const text of ['$(trash) x', String.raw`\$(a)`, '$$(b~spin)']) {
      assert.ok(!icon.test(withoutIcons(text)), text);
      assert.equal(withoutIcons(text).replaceAll('\u200b', ''), text);
    }
    assert.equal(withoutIcons('$1 (x)'), '$1 (x)');
  });

  it('has no control characters on the clipboard', () => {
    assert.equal(withoutControls('ab\nrm -rf ~\r\u001b[31m\u0085\u0000é'), 'abrm -rf ~[31mé');
  });

  it('is typed at a prompt only if it neither runs nor hides anything', () => {
    for (const text of [
      'npm test',
      'grep "ü" *.ts | wc -l',
      'echo 你好 👍',
      'a && b; c',
      'git commit -m "✔️ done 👩🏽‍💻"',
      'echo e\u0301',
    ]) {
      assert.ok(isTypeable(text), text);
    }
    for (const sign of [
      '\n',
      '\r',
      '\t',
      '\u0003',
      '\u001b[A',
      '\u007f',
      '\u009b',
      '\u2028',
      '\u202e',
      '\u200b',
      // None of these shows either, whatever their category.
      ...Array.from('\u00a0\u00ad\u034f\u061c\u115f\u180e\u200d\u2066\u2800\u3164\ufe0f'),
      ...Array.from('\uffa0\ufff9\u{e0001}\u{e0041}\u{e0100}\u{f0000}'),
      '\ud800',
    ]) {
      assert.ok(!isTypeable(`ls ${sign}rm -rf .`), JSON.stringify(sign));
    }
    assert.ok(!isTypeable(''));
  });
});
