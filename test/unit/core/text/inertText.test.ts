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
    for (const text of ['npm test', 'grep "ü" *.ts | wc -l', 'echo 你好 👍', 'a && b; c']) {
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
    ]) {
      assert.ok(!isTypeable(`ls ${sign}rm -rf .`), JSON.stringify(sign));
    }
    assert.ok(!isTypeable(''));
  });
});
