import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lexer } from 'marked';
import { foreignMarkdown } from '#core/text/foreignMarkdown.ts';

interface AnyToken {
  readonly type: string;
  readonly raw: string;
  readonly depth?: number;
  readonly text?: string;
  readonly tokens?: readonly AnyToken[];
  readonly items?: readonly AnyToken[];
  readonly header?: readonly { readonly tokens: readonly AnyToken[] }[];
  readonly rows?: readonly (readonly { readonly tokens: readonly AnyToken[] }[])[];
}

/** Undefined where marked itself fails: 18.2 does on an empty list item in a quotation in a list. */
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

/** Lines full of what begins, ends or nests blocks, with HTML wherever it fits. */
const hostile = fc
  .array(
    fc
      .array(
        fc.constantFrom(
          ...['`', '``', '```', '````', '~~~', '<b>', '<!--', '-->', '<img src=x>', '</details>'],
          ...['![i](http://h/i.png)', '<http://h>', '# ', '## ', '- ', '1. ', '> ', '| ', '|-|-|'],
          ...['---', '===', '\\', '  ', '    ', '\t', 'word', ' ', '&lt;', '[a](b)', '*', '_', '!'],
        ),
        { maxLength: 6 },
      )
      .map((pieces) => pieces.join('')),
    { maxLength: 12 },
  )
  .map((lines) => lines.join('\n'));

describe('Markdown that somebody else wrote', () => {
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
      }),
      { seed: 11, numRuns: 5_000 },
    );
  });
});
