import assert from 'node:assert/strict';
import fc from 'fast-check';
import { goCount, goInt, goString, goStruct, goValue } from '#agents/keen/write/goJson.ts';
import { runs } from '../../../../support/full.ts';

describe('JSON as Go writes it', () => {
  it('escapes what HTML and JavaScript would trip over, and control characters', () => {
    assert.equal(
      goString('<a href="x">&amp;</a>'),
      String.raw`"\u003ca href=\"x\"\u003e\u0026amp;\u003c/a\u003e"`,
    );
    assert.equal(goString('\u2028\u2029'), String.raw`"\u2028\u2029"`);
    assert.equal(
      goString('\b\f\n\r\t\0\u001b\u007f\\/'),
      String.raw`"\b\f\n\r\t\u0000\u001b` + '\u007f' + String.raw`\\/"`,
    );
    assert.equal(goString('Grüße, 日本 😀'), '"Grüße, 日本 😀"');
  });

  it('writes half a surrogate pair as the replacement character', () => {
    assert.equal(goString('a\ud83d'), '"a\ufffd"');
    assert.equal(goString('\ude00b'), '"\ufffdb"');
    assert.equal(goString('\ud83d\ude00'), '"😀"');
  });

  it('sorts the keys of maps by their bytes', () => {
    assert.equal(goValue({ b: 1, a: 2, B: 3, 10: 4, 9: 5 }), '{"10":4,"9":5,"B":3,"a":2,"b":1}');
    // In UTF-16 order, the pair would precede U+FFFD.
    assert.equal(goValue({ '😀': 1, '\ufffd': 2 }), '{"\ufffd":2,"😀":1}');
    assert.equal(goValue({ b: 1, a: 2 }, { keepOrder: true }), '{"b":1,"a":2}');
    assert.equal(goValue({ ab: 1, a: 2 }), '{"a":2,"ab":1}');
  });

  it('writes numbers as Go does', () => {
    const numbers = [0, -0, 1.5, 1e21, 1e20, 1e-6, 1e-7, 123456789012];
    assert.equal(
      goValue(numbers),
      '[0,-0,1.5,1e+21,100000000000000000000,0.000001,1e-7,123456789012]',
    );
    assert.equal(goValue([NaN, Infinity]), '[null,null]');
  });

  it('writes whole numbers where Keen wants them', () => {
    assert.deepEqual([1.4, 2.5, -0.2, NaN].map(goInt), ['1', '3', '0', '0']);
    assert.equal(goInt(1e300), String(Number.MAX_SAFE_INTEGER));
    assert.deepEqual(
      [goCount(0), goCount(undefined), goCount(0.2), goCount(7)],
      [undefined, undefined, undefined, '7'],
    );
  });

  it('leaves out what JSON has no words for', () => {
    assert.equal(goValue({ a: undefined, b: () => 1, c: Symbol('x') }), '{}');
    assert.equal(goValue([undefined]), '[null]');
    assert.equal(goValue(undefined), undefined);
    assert.equal(goValue(new Date(0)), '"1970-01-01T00:00:00.000Z"');
    assert.equal(goValue({ data: new Uint8Array(3) }), '{"data":"[3 bytes of binary data]"}');
    assert.equal(
      goStruct([
        ['a', undefined],
        ['b', '1'],
      ]),
      '{"b":1}',
    );
  });

  it('ends where nesting never does', () => {
    const round: { self?: unknown } = {};
    round.self = round;
    const json = goValue(round) ?? '';
    assert.match(json, /nested too deeply/);
    JSON.parse(json);
  });

  it('keeps every value that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const json = goValue(plain) ?? '';
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(plain)));
        assert.doesNotMatch(json, /[<>&\u2028\u2029\n]/);
      }),
      { seed: 4, numRuns: runs(300) },
    );
  });
});
