import assert from 'node:assert/strict';
import { highlight, mostChars } from '../../webview/kit/code/highlight.ts';
import * as languages from '../../webview/kit/code/languages.ts';

describe('the colors of code', () => {
  it('are there for every language on the list', () => {
    for (const language of Object.keys(languages)) {
      const runs = highlight('a = "b"; // c\n', language);
      assert.equal(runs?.map(({ text }) => text).join(''), 'a = "b"; // c\n', language);
    }
    assert.equal(highlight('a', 'klingon'), undefined);
  });

  it('stop where a grammar takes too long, under any of its names', () => {
    for (const [name, language] of [
      ['md', 'markdown'],
      ['c++', 'cpp'],
      ['cs', 'csharp'],
      ['toml', 'ini'],
      ['rs', 'rust'],
      ['rb', 'ruby'],
      ['h', 'c'],
      ['php', 'php'],
    ] as const) {
      const most = mostChars[language];
      assert.ok(highlight('a\n'.repeat(most / 2), name) !== undefined, name);
      assert.equal(highlight('a\n'.repeat(most / 2 + 1), name), undefined, name);
    }
    assert.equal(highlight('![a]('.repeat(4_000), 'markdown'), undefined);
    assert.ok(highlight('a\n'.repeat(10_000), 'ts') !== undefined);
  });

  it('are left away where scopes are nested without an end', () => {
    for (const [text, language] of [
      ['`${', 'javascript'],
      ['"$(', 'bash'],
      ['"#{', 'ruby'],
    ] as const) {
      assert.equal(highlight(text.repeat(6_000), language), undefined, language);
      assert.ok(highlight(text.repeat(20), language) !== undefined, language);
    }
  });

  it('are not looked for in names and blanks that do not end', () => {
    for (const text of ['a'.repeat(600), '1_'.repeat(300), ' '.repeat(600), '\n'.repeat(600)]) {
      assert.equal(highlight(`x = ${text};`, 'bash'), undefined);
    }
    assert.ok(highlight(`x = '${'a'.repeat(400)}';${'\n'.repeat(400)}`, 'bash') !== undefined);
  });
});
