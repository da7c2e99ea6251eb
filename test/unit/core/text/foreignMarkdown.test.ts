import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lexer } from 'marked';
import { foreignChatMarkdown, foreignMarkdown } from '#core/text/foreignMarkdown.ts';
import { runs } from '../../../support/full.ts';

interface AnyToken {
  readonly type: string;
  readonly raw: string;
  readonly depth?: number;
  readonly text?: string;
  readonly href?: string;
  readonly tokens?: readonly AnyToken[];
  readonly items?: readonly AnyToken[];
  readonly header?: readonly { readonly tokens: readonly AnyToken[] }[];
  readonly rows?: readonly (readonly { readonly tokens: readonly AnyToken[] }[])[];
}

/**
 * Undefined where marked itself fails: 18.2 does on an empty list item in a quotation in a list.
 */
function blocksOf(markdown: string): readonly AnyToken[] | undefined {
  try {
    return lexer(markdown);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return undefined;
  }
}

function allTokens(tokens: readonly AnyToken[]): AnyToken[] {
  return tokens.flatMap((token) => [
    token,
    ...allTokens(token.tokens ?? []),
    ...allTokens(token.items ?? []),
    ...(token.header ?? []).flatMap((cell) => allTokens(cell.tokens)),
    ...(token.rows ?? []).flat().flatMap((cell) => allTokens(cell.tokens)),
  ]);
}

/** Lines full of block starts, ends and nesting, with HTML wherever it fits. */
const hostile = fc
  .array(
    fc
      .array(
        fc.constantFrom(
          ...['`', '``', '```', '````', '~~~', '<b>', '<!--', '-->', '<img src=x>', '</details>'],
          ...['![i](http://h/i.png)', '<http://h>', '# ', '## ', '- ', '1. ', '> ', '| ', '|-|-|'],
          ...[
            '[x](javascript:y)',
            '[x](',
            ' vscode-file:y)',
            'java&#115;cript:y)',
            '[x]: file:///y',
          ],
          ...[
            '[x][y]',
            '[y]:',
            '<a href="file:///y">',
            '[x](<command:y>)',
            '](vscode://y "t")',
            '[x]',
          ],
          ...['---', '===', '\\', '  ', '    ', '\t', 'word', ' ', '&lt;', '[a](b)', '*', '_', '!'],
        ),
        { maxLength: 6 },
      )
      .map((pieces) => pieces.join('')),
    { maxLength: 12 },
  )
  .map((lines) => lines.join('\n'));

function assertSafeLinks(tokens: readonly AnyToken[]): void {
  for (const { type, raw, href = '' } of allTokens(tokens)) {
    const isSafe = /^(?:https?:|mailto:)/i.test(href) || !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href);
    assert.ok(type !== 'link' || isSafe, raw);
  }
}

describe('untrusted Markdown', () => {
  it('reads as it was meant', () => {
    const text = [
      'A *word* and `Vec<T>`:',
      '',
      '```html',
      '<b>bold</b>',
      '```',
      '',
      '| a | b |',
      '| - | - |',
      '| 1 | `x<y>` |',
    ].join('\n');
    assert.equal(foreignMarkdown(text), text);
  });

  it('shows raw HTML as text and loads no image', () => {
    assert.equal(
      foreignMarkdown('<script>x</script> ![p](http://h/p.png) `<b>`'),
      '&lt;script>x&lt;/script> &#33;[p](http://h/p.png) `<b>`',
    );
  });

  it('has its headings below ours', () => {
    assert.equal(
      foreignMarkdown('# A\n\n##### B\n\nC\n===\n\nD\n---'),
      ['#### A', '', '###### B', '', 'C', String.raw`\===`, '', 'D', '', '---'].join('\n'),
    );
  });

  it('closes the fence that it leaves open', () => {
    assert.equal(foreignMarkdown('a\n````md\n```\n<b>'), 'a\n````md\n```\n<b>\n````');
  });

  it('is quoted where a list holds its fence', () => {
    assert.equal(
      foreignMarkdown('- a\n\n      ```\n      <b>\n- b'),
      '> - a\n>\n>       ```\n>       &lt;b>\n> - b',
    );
    assert.match(foreignMarkdown('- a\n  ```\nb\n```\n<b>'), /^> - a\n/);
  });

  it('is a fence where it is nested beyond all reason', () => {
    assert.equal(foreignMarkdown('> '.repeat(9_000)), `\`\`\`\n${'> '.repeat(8_999)}>\n\`\`\``);
    assert.match(foreignMarkdown(`a\n${'- '.repeat(5_000)}`), /^```\na\n- - /);
    assert.equal(foreignMarkdown('> > > a'), '> > > a');
  });

  it('never becomes HTML, an image or a heading of ours, and leaves nothing open', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const blocks = blocksOf(`${foreignMarkdown(text)}\n\n## Ours\n\n<i>after</i>\n`);
        fc.pre(blocks !== undefined);
        const ours = blocks.findIndex(({ type, text }) => type === 'heading' && text === 'Ours');
        assert.ok(ours >= 0, 'what follows is swallowed');
        const foreign = blocks.slice(0, ours);
        for (const { type, depth = 0, raw } of foreign) {
          assert.ok(type !== 'heading' || depth > 3, raw);
        }
        for (const { type, raw } of allTokens(foreign)) {
          assert.notEqual(type, 'html', raw);
          assert.notEqual(type, 'image', raw);
        }
        assertSafeLinks(foreign);
      }),
      { seed: 11, numRuns: runs(10_000) },
    );
  });

  it('has links to the web, to mail and to paths, and shows all others as text', () => {
    for (const kept of [
      '[a](https://h/x?y=1 "title") [b](src/cart.ts:12) [c](#part) [d](mailto:a@h) [e]() [f](a%20b)',
      '[a]: http://h/x',
    ]) {
      assert.equal(foreignMarkdown(kept), kept);
    }
    for (const scheme of [
      'javascript:',
      'COMMAND:',
      'file://',
      'vscode-file://x/',
      'data:',
      'x:',
    ]) {
      assert.equal(foreignMarkdown(`[a](${scheme}y)`), String.raw`[a]\(${scheme}y)`);
      assert.equal(foreignMarkdown(`[a]: ${scheme}y`), String.raw`[a]\: ${scheme}y`);
      assert.equal(foreignMarkdown(`[a](<${scheme}y>)`), String.raw`[a]\(&lt;${scheme}y>)`);
    }
    assert.equal(foreignMarkdown('[a](\njavascript:y)'), '[a]\\(\njavascript:y)');
    assert.equal(foreignMarkdown('[a](java&#115;cript:y)'), String.raw`[a]\(java&#115;cript:y)`);
    assert.equal(foreignMarkdown('[a](//h/y)'), String.raw`[a]\(//h/y)`);
    assert.equal(foreignMarkdown('`[a](file:y)`'), '`[a](file:y)`');
  });

  it('keeps its headings and lists in the chat, without links to files and images', () => {
    const answer = '# A\n\n1. Run\n   ```sh\n   a < b\n   ```\n2. Look at `x[0](y)`\n\nC\n---';
    assert.equal(foreignChatMarkdown(answer), answer);
    assert.equal(
      foreignChatMarkdown('[a](file:///x) ![b](vscode-file://x/y.png) <img src="file:///x"> <b>'),
      String.raw`[a]\(file:///x) &#33;[b]\(vscode-file://x/y.png) &lt;img src="file:///x"> &lt;b>`,
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const blocks = blocksOf(`${foreignChatMarkdown(text)}\n\nafter`);
        fc.pre(blocks !== undefined);
        assertSafeLinks(blocks);
        for (const { type, raw } of allTokens(blocks)) {
          assert.notEqual(type, 'image', raw);
          assert.ok(type !== 'html' || !/<(?:a|img)\b/i.test(raw), raw);
        }
      }),
      { seed: 12, numRuns: runs(10_000) },
    );
  });
});
