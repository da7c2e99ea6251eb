import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bytePattern, type BytePattern } from '#store/search/bytePattern.ts';
import { ByteSearch } from '#store/search/byteSearch.ts';
import { runs } from '../../../support/full.ts';

/** Where the search finds a pattern in bytes, at or after a place. */
function place(pattern: BytePattern, bytes: string, from = 0): number | undefined {
  const search = new ByteSearch(pattern);
  search.begin(search.room.write(bytes));
  return search.next(from);
}

describe('the search in bytes', () => {
  const escaped = (text: string, characters: RegExp) =>
    JSON.stringify(text).replace(characters, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    );
  /** Different JSON spellings of the same text. */
  const writers: Readonly<Record<string, (text: string) => string>> = {
    plain: (text) => JSON.stringify(text),
    go: (text) => escaped(text, /[<>&\u2028\u2029]/g),
    net: (text) => escaped(text, /[<>&+'\u2028\u2029]|[\u{10000}-\u{10ffff}]/gu),
    ascii: (text) =>
      escaped(text, /[^\x20-\x7e]/g).replace(
        /\\u..../g,
        (one) => `\\u${one.slice(2).toUpperCase()}`,
      ),
    lua: (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  };

  it('misses no text that holds the query, whoever wrote it', () => {
    const character = fc.constantFrom(...'aBz09_ -./\\"<&>äÖßσΣ日本、“…😀\u2028'.match(/./gsu)!);
    const text = fc.string({ unit: character, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, query, after, matchCase) => {
        const pattern = bytePattern(query, matchCase);
        const spelled = matchCase ? query : query.toUpperCase();
        const isSame = new RegExp(`^${spelled.replace(/[^\p{L}]/gu, '.')}$`, 'iu').test(query);
        for (const [name, write] of Object.entries(writers)) {
          const written = write(before + spelled + after);
          if (pattern !== undefined && isSame) {
            assert.ok(place(pattern, written) !== undefined, `${name} wrote ${written}`);
          }
        }
      }),
      { seed: 2026, numRuns: runs(3_000) },
    );
  });

  it('asks for every part of the query in its order, close to each other', () => {
    const pattern = bytePattern('go test ./...', true)!;
    assert.equal(place(pattern, '"command":"go test ./..."'), 11);
    assert.equal(place(pattern, '"go go test"'), 1);
    assert.equal(place(pattern, '"test go"'), undefined);
    assert.equal(place(pattern, `"go ${'x'.repeat(200)} test"`), undefined);
    assert.equal(place(pattern, `"go ${'x'.repeat(200)} go test"`), 205);
  });

  it('finds what looking at every place finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '-', '\n'), maxLength: 60 });
    const query = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 7 });
    const stretch = fc.constantFrom(0, 70, 80, 90, 200).map((count) => 'x'.repeat(count));
    fc.assert(
      fc.property(
        ...[text, text, stretch, query],
        fc.nat(4),
        fc.boolean(),
        (before, after, gap, wanted, from, matchCase) => {
          const pattern = bytePattern(wanted, matchCase);
          fc.pre(pattern !== undefined);
          const searched = before + gap + after;
          const cased = matchCase ? searched : searched.toLowerCase();
          const chainAt = (start: number) => {
            let at = start;
            for (const [spelling] of pattern.parts) {
              at = cased.indexOf(spelling!.text, at) + 1;
              if (at === 0) {
                return false;
              }
            }
            return (
              at - start <= pattern.maxLength && cased.startsWith(pattern.parts[0]![0]!.text, start)
            );
          };
          const expected = Array.from(cased).findIndex((_, at) => at >= from && chainAt(at));
          assert.equal(
            place(pattern, searched, from) ?? -1,
            expected,
            JSON.stringify({ searched, wanted }),
          );
        },
      ),
      { seed: 2026, numRuns: runs(3_000) },
    );
  });

  it('looks at each place once for each part of the query', () => {
    const pattern = bytePattern('0, 0, 0, 0, 0, 0, 0, 0, 1', true)!;
    const bytes = Buffer.prototype as Buffer;
    const { indexOf } = bytes;
    for (const [text, found] of [
      ['0, '.repeat(60_000), undefined],
      [`${'0, '.repeat(60_000)}${'x'.repeat(700)}0, 1`, undefined],
      [`${'0, '.repeat(60_000)}1`, 179_340],
    ] as const) {
      let looks = 0;
      bytes.indexOf = function (
        this: Buffer,
        value: string | number | Uint8Array,
        from?: number | BufferEncoding,
      ) {
        looks += 1;
        return indexOf.call(this, value, from as BufferEncoding);
      };
      try {
        assert.equal(place(pattern, text), found);
      } finally {
        bytes.indexOf = indexOf;
      }
      assert.ok(looks <= (60_000 + 2) * 9, `${looks} looks`);
    }
  });

  it('gives up on a query that no writer is sure to write as it is', () => {
    assert.equal(bytePattern('"./', false), undefined);
    assert.equal(bytePattern('k\u212a', false)?.parts.length, 1);
    assert.notEqual(bytePattern('ä', false), undefined);
    assert.equal(bytePattern('one\ntwo', false), undefined);
    assert.notEqual(bytePattern('日', false), undefined);
    assert.equal(bytePattern('\ufffd', false), undefined);
  });
});
