import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import { buildRow } from '#core/rows/buildRow.ts';
import { noLimits } from '#core/text/longText.ts';
import type { Fixture } from './fixtures.ts';
import { runs } from './full.ts';

const source = { line: 1, offset: 0, length: 0 };

/** Every object in the fixtures' lines. */
export function recordsOf(fixtures: readonly Fixture[]): readonly JsonObject[] {
  return fixtures.flatMap(({ bytes }) =>
    new TextDecoder()
      .decode(bytes)
      .split('\n')
      .flatMap((line): JsonObject[] => {
        try {
          const value: unknown = JSON.parse(line);
          return isJsonObject(value) ? [value] : [];
        } catch {
          // Some fixtures contain invalid JSON on purpose.
          return [];
        }
      }),
  );
}

/** A record with the nth value of its tree replaced. */
export function replacedAt(record: JsonObject, place: number, value: unknown): JsonObject {
  const places = countPlaces(record) - 1;
  let left = (place % Math.max(1, places)) + 1;
  const walk = (node: unknown): unknown => {
    if (left === 0) {
      left = -1;
      return value;
    }
    left -= 1;
    if (Array.isArray(node)) {
      return node.map(walk);
    }
    return isJsonObject(node)
      ? Object.fromEntries(Object.entries(node).map(([key, member]) => [key, walk(member)]))
      : node;
  };
  const result = walk(record);
  assert.ok(isJsonObject(result));
  return result;
}

/**
 * What no adapter may do for any line: throw, or return events that cannot be drawn or sent.
 *
 * @param types line types of the format; objects are generated with each.
 */
export function hostileSuite(
  adapter: AgentAdapter,
  records: readonly JsonObject[],
  types: readonly string[],
): void {
  describe(`${adapter.label} and hostile lines`, () => {
    const survive = (record: JsonObject) => {
      const decoded = adapter.decode(record, source);
      for (const problem of decoded.problems) {
        assert.equal(problem.code, 'wrongType');
        assert.notEqual(problem.message, '');
      }
      assert.ok(decoded.time === undefined || Number.isFinite(decoded.time));
      const index = new LogIndex(() => decoded);
      const bytes = new TextEncoder().encode('{}');
      const content = index.push({ bytes, source, windowsEnd: false });
      assert.ok(index.conversation.messages >= 0);
      for (let row = 0; row < index.transcript.rows.length; row += 1) {
        const ref = index.transcript.rows.get(row);
        const event = content.events[ref?.event ?? -1];
        if (ref !== undefined && ref.kind !== 'problem' && event !== undefined) {
          assert.ok(buildRow(ref, { source, event, end: undefined }, noLimits));
        }
      }
      adapter.recognizes(record);
    };

    it('has fixtures to stand on', () => {
      assert.ok(records.length > 100);
    });

    it('survives any object of its types', () => {
      const anything = fc.jsonValue({ maxDepth: 4 });
      const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
      fc.assert(
        fc.property(fc.constantFrom(...types, '__proto__', 'toString'), anything, (type, value) => {
          survive({ ...Object.fromEntries(keys.map((key) => [key, value])), type });
          survive(isJsonObject(value) ? { ...value, type } : { type });
          survive(isJsonObject(value) ? value : {});
        }),
        { seed: 4, numRuns: runs(500) },
      );
    });

    it('survives a line of a fixture with anything put anywhere', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...records),
          fc.nat(),
          fc.jsonValue({ maxDepth: 2 }),
          (record, place, value) => {
            survive(replacedAt(record, place, value));
          },
        ),
        { seed: 5, numRuns: runs(2000) },
      );
    });

    it('loses no event to keys that it does not know', () => {
      for (const record of records) {
        const { events, problems } = adapter.decode({ ...record, zz_unknown: { x: 1 } }, source);
        const plain = adapter.decode(record, source);
        assert.deepEqual(events.map(withoutRaw), plain.events.map(withoutRaw));
        assert.deepEqual(problems, plain.problems);
      }
    });

    it('decodes a line alike each time', () => {
      for (const record of records) {
        assert.deepEqual(adapter.decode(record, source), adapter.decode(record, source));
      }
    });

    it('recognizes no object of another kind', () => {
      for (const other of [null, 7, 'session', [], {}, { type: 'session' }, { kind: 'session' }]) {
        assert.equal(adapter.recognizes(other), false, JSON.stringify(other));
      }
    });
  });
}

/** An unknown line is shown whole, including additions. */
function withoutRaw<T extends object>(event: T): T {
  return 'raw' in event ? { ...event, raw: undefined } : event;
}

function countPlaces(node: unknown): number {
  const members = Array.isArray(node) ? node : isJsonObject(node) ? Object.values(node) : [];
  return members.reduce<number>((sum, member) => sum + countPlaces(member), 1);
}
