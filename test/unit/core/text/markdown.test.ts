import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lexer } from 'marked';
import { closeFence, codeSpan, commandLink, fencedBlock, plainText } from '#core/text/markdown.ts';
import { runs } from '../../../support/full.ts';

/** Text full of Markdown syntax. */
const hostile = fc
  .array(
    fc.constantFrom(
      '`',
      '```',
      '~~~',
      '*',
      '_',
      '[a](b)',
      '[x](command:y)',
      '![i](http://h/i.png)',
      '<b>',
      '</b>',
      '<http://h>',
      'https://h.example',
      'www.h.example',
      'a@b.example',
      '#',
      '# ',
      '- ',
      '1. ',
      '> ',
      '|',
      '---',
      '\\',
      '&amp;',
      '&#106;',
      '$(gear)',
      ' ',
      '\n',
      'word',
      '…',
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

const seeded = { seed: 7, numRuns: runs(2_000) } as const;

interface AnyToken {
  readonly type: string;
  readonly raw: string;
  readonly text?: string;
  readonly tokens?: readonly AnyToken[];
  readonly items?: readonly AnyToken[];
}

const parse = (markdown: string) => lexer(markdown) as readonly AnyToken[];

function allTokens(tokens: readonly AnyToken[]): AnyToken[] {
  return tokens.flatMap((token) => [
    token,
    ...allTokens(token.tokens ?? []),
    ...allTokens(token.items ?? []),
  ]);
}

describe('Markdown around foreign text', () => {
  it('keeps any text inside its fence', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tokens = parse(fencedBlock(text, 'diff'));
        assert.equal(tokens.length, 1);
        assert.equal(tokens[0]?.type, 'code');
        assert.equal(tokens[0].text?.replace(/\n$/, ''), text.replace(/\n$/, ''));
      }),
      seeded,
    );
  });

  it('makes plain text of anything', () => {
    const harmless = new Set(['paragraph', 'text', 'escape', 'br', 'space']);
    fc.assert(
      fc.property(hostile, (text) => {
        for (const { type, raw } of allTokens(parse(`Title: ${plainText(text)}`))) {
          assert.ok(harmless.has(type), `${type} in ${raw}`);
        }
      }),
      seeded,
    );
  });

  it('makes one code span of any line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tokens = allTokens(parse(`x ${codeSpan(text)}`));
        const blank = text.trim() === '';
        assert.equal(tokens.filter(({ type }) => type === 'codespan').length, blank ? 0 : 1);
        assert.ok(tokens.every(({ type }) => ['paragraph', 'text', 'codespan'].includes(type)));
      }),
      seeded,
    );
  });

  it('lets no open fence swallow what follows', () => {
    for (const open of ['```js\ncode', '~~~\ncode\n```', '````\n```\n', 'text\n  ```\n']) {
      const last = parse(`${closeFence(open)}\n\nafter`).at(-1);
      assert.deepEqual([last?.type, last?.raw], ['paragraph', 'after'], open);
    }
    for (const closed of ['```\na\n```', 'a ``` b', '``` a ` b', 'plain']) {
      assert.equal(closeFence(closed), closed);
    }
  });

  it('encodes a command’s argument so that no path ends the link', () => {
    const path = '/a (b)/c] "d" <e>\n.jsonl';
    const link = commandLink('x.open', { path });
    assert.match(link, /^command:x\.open\?[\w%.'~!*-]+$/);
    assert.deepEqual(JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1))), [{ path }]);
  });
});
