import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextMatch } from '#core/find/textQuery.ts';
import { textSearch } from '#core/find/textSearch.ts';
import { FindRefused } from '#core/find/findRefused.ts';
import { itInFull, runs } from '../../../support/full.ts';

const options = { matchCase: true, wholeWord: false, regex: true };

function found(query: string, text: string, matchCase = true): readonly TextMatch[] {
  return textSearch({ ...options, query, matchCase }).matchesIn(text);
}

/** What the engine's own expression finds, without empty matches. */
function expected(query: string, text: string, matchCase = true): TextMatch[] {
  return [...text.matchAll(new RegExp(query, matchCase ? 'gmu' : 'gimu'))]
    .map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
    .filter(({ from, to }) => to > from);
}

describe('a search with a regular expression', () => {
  const character = fc.constantFrom(
    ...['a', 'b', 'A', '.', '[^a]', '[a-c_]', String.raw`\w`, String.raw`\d`, String.raw`\s`],
    ...['é', '😀', String.raw`\u{1F600}`, String.raw`\.`, '[😀é]', String.raw`\p{L}`, '-'],
  );
  const border = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`);
  const { expression } = fc.letrec<{ expression: string; term: string; full: string }>((tie) => ({
    // Never matches nothing, which a counted repetition would treat differently.
    full: fc.oneof(
      { maxDepth: 3 },
      character,
      fc.tuple(tie('full'), tie('full')).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie('expression'), tie('full')).map(([a, b]) => `((?:${a})${b})`),
    ),
    term: fc.oneof(
      { maxDepth: 4 },
      character,
      border,
      tie('full'),
      fc
        .tuple(tie('full'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}?', '{2,}', '*?'))
        .map(([a, times]) => `(?:${a})${times}`),
      fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('expression'))
        .map(([start, a]) => `${start}${a})`),
    ),
    expression: fc
      .array(tie('term'), { minLength: 1, maxLength: 4 })
      .chain((terms) => fc.constantFrom(terms.join(''), terms.join('|'))),
  }));
  const text = fc.string({
    unit: fc.constantFrom(...['a', 'b', 'A', 'c', '_', '-', '.', '1', ' ', '\n', 'é', '😀']),
    maxLength: 14,
  });

  it('finds what the engine’s own expression finds', () => {
    fc.assert(
      fc.property(expression, text, fc.boolean(), (query, searched, matchCase) => {
        // A line end in the expression makes it search the whole text at once, as the engine does.
        const whole = `(?:${query})|\\n(?!)`;
        assert.deepEqual(found(whole, searched, matchCase), expected(query, searched, matchCase));
      }),
      { seed: 2026, numRuns: runs(5_000) },
    );
  });

  it('stays within a line, unless it names a line end', () => {
    const within = found(String.raw`a\s*b`, 'a\nb a b');
    assert.deepEqual(within, [{ from: 4, to: 7 }]);
    assert.deepEqual(found(String.raw`\s`, 'a\r\n b\n'), [{ from: 3, to: 4 }]);
    assert.deepEqual(found(String.raw`a\n`, 'a\nb'), [{ from: 0, to: 2 }]);
    assert.deepEqual(found(String.raw`a\\n`, 'a\\n\na'), [{ from: 0, to: 3 }]);
    const lines = found('^.$', 'a\r\nb\rc\nde');
    assert.deepEqual(
      lines.map(({ from }) => from),
      [0, 3, 5],
    );
  });

  it('says what is wrong with an expression', () => {
    const says = (query: string) => {
      try {
        textSearch({ ...options, query });
      } catch (error) {
        return error instanceof FindRefused ? error.message : String(error);
      }
      return 'nothing';
    };
    assert.equal(says('(a'), 'The regular expression is invalid: Unterminated group.');
    assert.equal(says('*'), 'The regular expression is invalid: Nothing to repeat.');
    assert.equal(
      says(String.raw`(a)\1`),
      String.raw`Find does not support \1 in regular expressions.`,
    );
    assert.equal(says('((((a{99}){99}){99}){99})'), 'This regular expression is too large.');
  });

  const hostile: readonly (readonly [string, string])[] = [
    ['^(a+)+$', `${'a'.repeat(50_000)}!`],
    ['(a|aa)+$', `${'a'.repeat(50_000)}!`],
    ['(a|a?)+b', 'a'.repeat(50_000)],
    ['.*.*.*=.*', 'x=x'.repeat(2_000).replaceAll('=', '')],
    [String.raw`(\w+\s?)+:`, 'word '.repeat(10_000)],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['a?'.repeat(100) + 'a'.repeat(100), 'a'.repeat(99)],
  ];
  for (const [query, searched] of hostile) {
    it(`takes no longer than the text is long for ${query.slice(0, 20)}`, () => {
      // Its budget would throw long before the engine's own expression came to an end.
      assert.deepEqual(found(query, searched), []);
    });
  }

  itInFull('gives up with a sentence where even that is too long', () => {
    const slow = {
      name: 'FindRefused',
      message: 'This regular expression takes too long. Try one that is more specific.',
    };
    assert.throws(() => found('(?=(.*x)*y)', 'x'.repeat(50_000)), slow);
    assert.throws(() => found('(a?){2000}b', 'a'.repeat(100_000)), slow);
  });

  it('knows a text that every match contains', () => {
    const required = (query: string) => textSearch({ ...options, query }).required;
    assert.equal(required(String.raw`error: .* in (\w+)\.go`), 'error: ');
    assert.equal(required(String.raw`x\.goo*d`), 'x.go');
    assert.equal(required('a|b'), undefined);
    assert.equal(required('(?:abc)?.'), undefined);
    assert.equal(required(String.raw`\d+`), undefined);
  });
});
