import assert from 'node:assert/strict';
import fc from 'fast-check';
import { asciiJson } from '#core/jsonl/asciiJson.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { runs } from '../../../support/full.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const source = { line: 1, offset: 0, length: 0 };

/** The line's content, parsed the slow way; undefined if it is not UTF-8 or not JSON. */
function parsed(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function parsedText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** In separate memory at any alignment, surrounded by other bytes. */
function placed(bytes: Uint8Array, at: number): Uint8Array {
  const room = new Uint8Array(at + bytes.length + 5).fill(0xe9);
  room.set(bytes, at);
  return room.subarray(at, at + bytes.length);
}

function check(bytes: Uint8Array): string | undefined {
  const text = asciiJson(bytes);
  if (text !== undefined) {
    assert.match(text, /^[\0-\x7f]*$/);
    assert.deepEqual(parsedText(text), parsed(bytes));
  }
  return text;
}

describe('JSON in ASCII', () => {
  const character = fc.constantFrom(
    ...['a', ' ', '\\', '"', '{', '}', ':', '\n', '\0', 'é', '߿', 'ࠀ', '→', '\ud7ff', '\ue000'],
    ...['\ufeff', '\ufffd', '\uffff', '𐀀', '👍', '\u{10ffff}', '\u00a0', '\u2028'],
  );
  const text = fc.array(character, { maxLength: 80 }).map((characters) => characters.join(''));

  it('is the same value at any alignment', () => {
    const value = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double()));
    const options = { seed: 51, numRuns: runs(2_000) };
    let quick = 0;
    fc.assert(
      fc.property(value, fc.nat(7), fc.nat(4_000), (members, at, filler) => {
        const bytes = placed(encode(JSON.stringify({ ...members, z: 'x'.repeat(filler) })), at);
        quick += check(bytes) === undefined ? 0 : 1;
        assert.deepEqual(readRecords(bytes, source).records, [parsed(bytes)?.value]);
      }),
      options,
    );
    assert.ok(quick > runs(500), `only ${quick} were read the quick way`);
  });

  it('rejects invalid JSON', () => {
    const damaged = fc.tuple(text, fc.uint8Array({ maxLength: 8 }), text, fc.nat(7));
    fc.assert(
      fc.property(damaged, ([before, bytes, after, at]) => {
        const line = [encode(`{"a":"${before}`), bytes, encode(`${after}","b":1}`)];
        check(placed(Buffer.concat(line), at));
      }),
      { seed: 52, numRuns: runs(3_000) },
    );
  });

  it('rejects invalid UTF-8', () => {
    for (const wrong of [
      [0x80],
      [0xc1, 0xbf],
      [0xc3],
      [0xc3, 0x28],
      [0xe0, 0x9f, 0xbf],
      [0xe2, 0x28, 0xa1],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x8f, 0xbf, 0xbf],
      [0xf0, 0x9f, 0x91],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xff],
    ]) {
      const line = Buffer.concat([encode('{"a":"'), Uint8Array.from(wrong), encode('"}')]);
      assert.equal(asciiJson(line), undefined, wrong.join(' '));
      assert.equal(asciiJson(line.subarray(0, 6 + wrong.length)), undefined, wrong.join(' '));
      assert.equal(readRecords(line, source).problems[0]?.code, 'invalidUtf8');
    }
  });

  it('does not mend an escape that JSON does not have', () => {
    const line = encode('{"a":"\\é"}');
    assert.equal(asciiJson(line), undefined);
    assert.equal(readRecords(line, source).problems[0]?.code, 'badJson');
    // The preceding backslash may belong to another escape; then the slow way is used.
    assert.deepEqual(readRecords(encode('{"a":"\\\\é"}'), source).records, [{ a: '\\é' }]);
  });

  it('continues over any number of pieces', () => {
    for (const stretch of [1_000, 200_000, 262_131, 262_132, 262_133, 262_144, 700_000]) {
      const value = { a: `é${'x'.repeat(stretch)}é${'y'.repeat(stretch)}👍`, b: 'é'.repeat(20) };
      assert.deepEqual(parsedText(check(encode(JSON.stringify(value))) ?? ''), { value });
    }
  });

  it('leaves much beyond ASCII to others, and little not', () => {
    const all = encode(JSON.stringify({ a: '説'.repeat(10_000) }));
    assert.equal(asciiJson(all), undefined);
    const some = encode(JSON.stringify({ a: `${'x'.repeat(100)}説`.repeat(10_000) }));
    assert.notEqual(asciiJson(some), undefined);
  });
});
