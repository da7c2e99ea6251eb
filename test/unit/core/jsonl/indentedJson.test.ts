import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indentedJson } from '#core/jsonl/indentedJson.ts';
import { runs } from '../../../support/full.ts';

describe('JSON on one line', () => {
  it('gets a line for each value, and keeps what parsing would change', () => {
    assert.equal(
      indentedJson(
        '{"id": 12345678901234567890.10, "id": "x, {y} \\" [","of":[ ],"in":[{"a":1e5}]}\n',
      ),
      [
        '{',
        '  "id": 12345678901234567890.10,',
        '  "id": "x, {y} \\" [",',
        '  "of":[],',
        '  "in":[',
        '    {',
        '      "a":1e5',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('says the same', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (value) => {
        const json = JSON.stringify(value);
        const indented = indentedJson(json) ?? json;
        assert.deepEqual(JSON.parse(indented), JSON.parse(json));
      }),
      { seed: 2026, numRuns: runs(300) },
    );
  });

  it('stays as it is where it is no JSON, has lines already, or gets too long', () => {
    for (const text of [
      '',
      'null',
      '"{"',
      '[INFO] started',
      '{"a": 1',
      '{\n"a": 1}',
      '['.repeat(40) + ']'.repeat(40),
      JSON.stringify(Array.from({ length: 1_000 }, () => 1)),
      JSON.stringify(['x'.repeat(40_000)]),
    ]) {
      assert.equal(indentedJson(text), undefined, text.slice(0, 40));
    }
  });
});
