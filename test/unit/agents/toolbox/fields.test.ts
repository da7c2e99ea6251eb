import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ownValue } from '#agents/toolbox/fields.ts';
import { goValueOf } from '#agents/toolbox/goFields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { runs } from '../../../support/full.ts';

/** Reference rule: only own properties count. */
function expectedValue(record: JsonObject, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}

/** Likewise for Go: the last key in any case counts, and `null` clears only objects and lists. */
function goValue(record: JsonObject, key: string): unknown {
  return Object.entries(record)
    .filter(([name]) => name.toLowerCase() === key.toLowerCase())
    .map(([, value]) => value)
    .reduce(
      (before, value) => value ?? (typeof before === 'object' ? undefined : before),
      undefined,
    );
}

describe('fields of an object', () => {
  it('are its own, whatever is inherited', () => {
    const key = fc.constantFrom(
      ...['text', 'Text', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
    );
    const value = fc.constantFrom('"a"', 'null', '0', '""', 'false', '{}', '[]', '{"text":1}');
    const members = fc.array(fc.tuple(key, value), { maxLength: 4 });
    fc.assert(
      fc.property(members, key, (pairs, asked) => {
        const json = `{${pairs.map(([name, text]) => `"${name}":${text}`).join(',')}}`;
        const record = JSON.parse(json) as JsonObject;
        assert.equal(ownValue(record, asked), expectedValue(record, asked));
        assert.equal(goValueOf(record, asked), goValue(record, asked));
      }),
      { seed: 63, numRuns: runs(3_000) },
    );
    assert.equal(ownValue({}, '__proto__'), undefined);
    assert.equal(goValueOf({ TEXT: 1 }, 'text'), 1);
    assert.equal(goValueOf({ TEXT: 1, text: 2 }, 'text'), 2);
    assert.equal(goValueOf({ TEXT: 1, text: null }, 'text'), 1);
    assert.equal(goValueOf({ TEXT: {}, text: null }, 'text'), undefined);
  });
});
