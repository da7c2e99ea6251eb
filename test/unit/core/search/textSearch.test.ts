import assert from 'node:assert/strict';
import type { TextQuery } from '#core/search/textSearch.ts';
import { textSearch } from '#core/search/textSearch.ts';

const plain = { matchCase: false, wholeWord: false, regex: false };

/** Each match in brackets. */
function marked(text: string, query: Partial<TextQuery>): string {
  const matches = textSearch({ query: '', ...plain, ...query })(text);
  return matches.reduceRight(
    (marks, { from, to }) => `${marks.slice(0, from)}[${marks.slice(from, to)}]${marks.slice(to)}`,
    text,
  );
}

describe('a search in a text', () => {
  it('finds every match of a query, whatever characters it has', () => {
    assert.equal(marked('a.b A.B axb', { query: 'a.b' }), '[a.b] [A.B] axb');
    assert.equal(marked('a.b A.B', { query: 'A.B', matchCase: true }), 'a.b [A.B]');
    assert.equal(marked('İİx', { query: 'x' }), 'İİ[x]');
    assert.equal(marked('(*/', { query: '(*/' }), '[(*/]');
    assert.equal(marked('aaa', { query: 'aa', matchCase: true }), '[aa]a');
    assert.equal(marked('abc', {}), 'abc');
  });

  it('knows whole words as VS Code does', () => {
    const word = (text: string, query: string) => marked(text, { query, wholeWord: true });
    assert.equal(word('row rows (row) x-row rowé', 'row'), '[row] rows ([row]) x-[row] rowé');
    assert.equal(word('a.b xa.b', 'a.b'), '[a.b] xa.b');
    assert.equal(word('x.go y.gone', '.go'), 'x[.go] y.gone');
    assert.equal(word('snake_case case', 'case'), 'snake_case [case]');
    assert.equal(word('a\u00a0b', 'b'), 'a\u00a0b');
    assert.equal(word('one\ntwo', 'two'), 'one\n[two]');
  });

  it('combines whole words with regular expressions', () => {
    const query = { query: 'r.w|go', wholeWord: true, regex: true };
    assert.equal(marked('row raw rows gone go', query), '[row] [raw] rows gone [go]');
  });
});
