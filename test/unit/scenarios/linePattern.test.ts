import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPattern, linePattern, type LinePattern } from '#store/search/linePattern.ts';
import { runs } from '../../support/full.ts';

describe('the pattern for lines', () => {
  /** Different JSON spellings of the same text. */
  const writers: Readonly<Record<string, (text: string) => string>> = {
    plain: (text) => JSON.stringify(text),
    go: (text) =>
      JSON.stringify(text).replace(
        /[<>&\u2028\u2029]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ascii: (text) =>
      JSON.stringify(text).replace(
        /[^\x20-\x7e]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
      ),
    lua: (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  };

  it('misses no line that holds the query, whoever wrote it', () => {
    const character = fc.constantFrom(...'aBz09_ -./\\"<&>äÖß日本、“…😀\u2028'.match(/./gsu)!);
    const text = fc.string({ unit: character, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (before, query, after) => {
        const pattern = linePattern(query, false);
        for (const [name, write] of Object.entries(writers)) {
          const written = write(before + query.toUpperCase() + after);
          const bytes = Buffer.from(written).toString('latin1');
          const folds = query.toUpperCase().toLowerCase() === query.toLowerCase();
          if (pattern !== undefined && folds) {
            assert.ok(findPattern(pattern, bytes, 0) !== undefined, `${name} wrote ${written}`);
            const [match] = expressionOf(pattern).exec(bytes)!;
            assert.ok(match.length <= pattern.maxLength);
          }
        }
      }),
      { seed: 2026, numRuns: runs(2_000) },
    );
  });

  it('asks for every part of the query in its order', () => {
    const pattern = linePattern('go test ./...', true)!;
    assert.equal(findPattern(pattern, '"command":"go test ./..."', 0), 14);
    assert.equal(findPattern(pattern, '"test go"', 0), undefined);
    assert.equal(findPattern(pattern, `"go ${'x'.repeat(100)} test"`, 0), undefined);
    assert.equal(findPattern(pattern, '"go\n test"', 0), undefined);
  });

  it('finds what one expression with gaps in it finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '\n'), maxLength: 60 });
    const query = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 7 });
    const stretch = fc.constantFrom('', 'x'.repeat(13), 'x'.repeat(14), 'x'.repeat(15));
    fc.assert(
      fc.property(text, text, stretch, query, fc.nat(4), (before, after, gap, wanted, from) => {
        const pattern = linePattern(wanted, true);
        fc.pre(pattern !== undefined);
        const searched = before + gap + after;
        const expression = expressionOf(pattern);
        expression.lastIndex = from;
        const match = expression.exec(searched);
        const lineOf = (place: number) => searched.slice(0, place).split('\n').length;
        const found = findPattern(pattern, searched, from);
        assert.deepEqual(
          found === undefined ? undefined : lineOf(found),
          match === null ? undefined : lineOf(match.index),
          JSON.stringify({ searched, wanted, from }),
        );
      }),
      { seed: 2026, numRuns: runs(3_000) },
    );
  });

  it('looks at each place of a line once for each part of the query', () => {
    const pattern = linePattern('0, 0, 0, 0, 0, 0, 0, 0, 1', false)!;
    let looks = 0;
    class CountedExpression extends RegExp {
      override exec(text: string) {
        looks += 1;
        return super.exec(text);
      }
    }
    const counted: LinePattern = {
      ...pattern,
      parts: pattern.parts.map((part) => ({
        ...part,
        expression: new CountedExpression(part.expression),
      })),
    };
    for (const { expression } of pattern.parts) {
      assert.doesNotMatch(expression.source, /[*+?{]/, 'it takes as long as the text it passes');
    }
    for (const [text, found] of [
      ['0, '.repeat(60_000), undefined],
      [`${'0, '.repeat(60_000)}1`, 180_000],
    ] as const) {
      looks = 0;
      assert.equal(findPattern(counted, text, 0), found);
      assert.ok(looks <= (60_000 + 2) * 9, `${looks} looks`);
    }
  });

  it('gives up on a query that no writer is sure to write as it is', () => {
    assert.equal(linePattern('"./', false), undefined);
    assert.equal(linePattern('k\u212a', false)?.parts.length, 1);
    assert.notEqual(linePattern('ä', false), undefined);
    assert.equal(linePattern('one\ntwo', false), undefined);
    assert.notEqual(linePattern('日', false), undefined);
  });
});

/** The pattern as a single expression, which takes forever on near misses. */
function expressionOf({ parts, matchCase }: LinePattern): RegExp {
  const source = parts.map(({ expression, gap }, at) =>
    at === 0 ? expression.source : String.raw`[^\n]{0,${gap}}?${expression.source}`,
  );
  return new RegExp(source.join(''), matchCase ? 'g' : 'gi');
}
