import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextMatch } from '#core/search/textSearch.ts';
import { FindRefused, timedSearch } from '#store/search/timedSearch.ts';
import { runs } from '../../../support/full.ts';

const options = { matchCase: true, wholeWord: false, regex: true };

function found(query: string, text: string, matchCase = true): readonly TextMatch[] {
  return timedSearch({ ...options, query, matchCase }).matchesIn([text])[0] ?? [];
}

/** What the engine's own expression finds, without empty matches. */
function expected(query: string, text: string, matchCase = true): TextMatch[] {
  return [...text.matchAll(new RegExp(query, matchCase ? 'gmu' : 'gimu'))]
    .map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
    .filter(({ from, to }) => to > from);
}

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof FindRefused ? error.message : String(error);
  }
  return 'nothing';
}

describe('a search with a regular expression', () => {
  const character = fc.constantFrom(
    ...['a', 'b', 'A', '.', '[^a]', '[a-c_]', String.raw`\w`, String.raw`\d`, String.raw`\s`],
    ...['é', '😀', String.raw`\u{1F600}`, String.raw`\.`, '[😀é]', String.raw`\p{L}`, '-'],
    ...[String.raw`\x61`, String.raw`\u0062`, '[(|]', String.raw`\|`, String.raw`\(`],
  );
  const border = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`);
  const times = fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}?', '{2,}', '*?', '{0}');
  const { expression } = fc.letrec<{ expression: string; term: string; full: string }>((tie) => ({
    // Never matches nothing, so that no repetition of it takes long.
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
      fc.tuple(character, times).map(([a, count]) => a + count),
      fc.tuple(tie('full'), times).map(([a, count]) => `(?:${a})${count}`),
      fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('expression'))
        .map(([start, a]) => `${start}${a})`),
    ),
    expression: fc
      .array(tie('term'), { minLength: 1, maxLength: 4 })
      .chain((terms) => fc.constantFrom(terms.join(''), terms.join('|'))),
  }));
  const text = fc.string({
    unit: fc.constantFrom(...['a', 'b', 'A', 'c', '_', '-', '.', '1', ' ', '\n', 'é', '😀', '(']),
    maxLength: 14,
  });

  it('finds what the engine’s own expression finds, in each of the texts', () => {
    fc.assert(
      fc.property(
        expression,
        fc.array(text, { maxLength: 3 }),
        fc.boolean(),
        (query, texts, matchCase) => {
          // A line end in the expression makes it search the whole text at once, as the engine does.
          const whole = `(?:${query})|\\n(?!)`;
          assert.deepEqual(
            timedSearch({ ...options, query: whole, matchCase }).matchesIn(texts),
            texts.map((one) => expected(query, one, matchCase)),
          );
        },
      ),
      { seed: 2026, numRuns: runs(2_000) },
    );
  });

  it('knows a text that every match contains', () => {
    const required = (query: string) => timedSearch({ ...options, query }).required;
    assert.equal(required(String.raw`error: .* in (\w+)\.go`), 'error: ');
    assert.equal(required(String.raw`x\.goo*d`), 'x.go');
    assert.equal(required(String.raw`o[|)]k(a|b)`), 'o');
    assert.equal(required(String.raw`(x)\1 = \u{1F600}`), ' = ');
    assert.equal(required('a|b'), undefined);
    assert.equal(required('(?:abc)?.'), undefined);
    assert.equal(required(String.raw`\d+`), undefined);
    fc.assert(
      fc.property(expression, text, (query, searched) => {
        for (const { from, to } of found(query, searched)) {
          assert.ok(searched.slice(from, to).includes(required(query) ?? ''), required(query));
        }
      }),
      { seed: 2026, numRuns: runs(2_000) },
    );
  });

  it('takes what needs the older syntax, and what only backtracking can match', () => {
    assert.deepEqual(found(String.raw`(a)\1`, 'baa'), [{ from: 1, to: 3 }]);
    assert.deepEqual(found(String.raw`\-{a`, '-{a'), [{ from: 0, to: 3 }]);
    assert.deepEqual(found('^.$', '😀'), [{ from: 0, to: 2 }]);
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
    const says = (query: string) => refusalOf(() => timedSearch({ ...options, query }));
    assert.equal(says('(a'), 'The regular expression is invalid: Unterminated group.');
    assert.equal(says('*'), 'The regular expression is invalid: Nothing to repeat.');
  });

  const hostile: readonly (readonly [string, string])[] = [
    ['^(a+)+$', `${'a'.repeat(50_000)}!`],
    ['(a|aa)+$', `${'a'.repeat(50_000)}!`],
    ['(a|a?)+b', 'a'.repeat(50_000)],
    [String.raw`(\w+\s?)+:`, 'word '.repeat(10_000)],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['a?'.repeat(100) + 'a'.repeat(100), 'a'.repeat(99)],
    [String.raw`\w*\s*`.repeat(30), 'z'],
    [String.raw`(?<=\p{L}{5000})x`, 'b'.repeat(2_000_000)],
    ['(?:a|b)*c', 'ab'.repeat(20_000_000)],
  ];
  for (const [query, searched] of hostile) {
    it(`stops ${query.slice(0, 20)}, and the thread goes on`, () => {
      const start = performance.now();
      const says = refusalOf(() =>
        timedSearch({ ...options, query }, 50).matchesIn(['', searched]),
      );
      assert.equal(says, 'This regular expression takes too long. Try one that is more specific.');
      assert.ok(performance.now() - start < 10_000);
      assert.deepEqual(found('b', 'ab'), [{ from: 1, to: 2 }]);
    });
  }
});
