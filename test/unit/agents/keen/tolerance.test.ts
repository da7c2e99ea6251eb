import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keenAdapter } from '#agents/keen/adapter.ts';
import type { DecodedLine } from '#core/events/decodedLine.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { recordsOf, replacedAt } from '../../../support/hostileRecords.ts';
import { keenFixtures } from '../../../support/keenFixtures.ts';
import { runs } from '../../../support/full.ts';

const source = { line: 1, offset: 0, length: 0 };
const decode = (record: JsonObject) => keenAdapter.decode(record, source);

const records = recordsOf(keenFixtures());

/** Without `raw`, which shows additions unchanged. */
function comparable({ events, problems, seq }: DecodedLine) {
  return {
    events: events.map((event) => (event.kind === 'unknown' ? { ...event, raw: null } : event)),
    problems: problems.map((problem) => problem.message),
    seq,
  };
}

/** Adds a key to every object of the format; inputs and outputs belong to the tools. */
function withMore(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withMore(item, key));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([name, member]) =>
    toolsOwn.has(name) ? [name, member] : [name, withMore(member, key)],
  );
  return Object.fromEntries([...entries, [key, { more: true }]]);
}

/** Also in place of a text: an object there is shown with all its content. */
const toolsOwn = new Set(['input', 'output', 'retained_output', 'error']);

describe('Decoding Keen’s lines', () => {
  it('has fixtures to stand on', () => {
    assert.ok(records.length > 200);
  });

  it('never throws, on any JSON object', () => {
    const kinds = fc.constantFrom(
      'session_started',
      'user_message',
      'assistant_turn',
      'compaction_applied',
      'assistant_segment',
      'tool_end',
      'bash_start',
      'diff',
      '__proto__',
      'toString',
    );
    fc.assert(
      fc.property(kinds, fc.jsonValue({ maxDepth: 4 }), (kind, payload) => {
        decode({ seq: payload, kind, payload, [kind]: payload });
        decode({ kind: payload, user_message: payload });
        decode(isJsonObject(payload) ? payload : {});
      }),
      { seed: 4, numRuns: runs(1000) },
    );
  });

  it('never throws, on a fixture’s line with anything put anywhere', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...records),
        fc.nat(),
        fc.jsonValue({ maxDepth: 2 }),
        (record, place, value) => {
          const { events, problems } = decode(replacedAt(record, place, value));
          for (const problem of problems) {
            assert.equal(problem.code, 'wrongType');
            assert.notEqual(problem.message, '');
          }
          assert.ok(Array.isArray(events));
        },
      ),
      { seed: 5, numRuns: runs(2000) },
    );
  });

  it('loses no event to keys that it does not know', () => {
    for (const record of records) {
      const more = withMore(record, 'zz_unknown');
      assert.ok(isJsonObject(more));
      assert.deepEqual(comparable(decode(more)), comparable(decode(record)));
    }
  });

  it('loses no other item to one that is damaged', () => {
    const turns = records.filter((record) => isJsonObject(record.assistant_turn));
    for (const record of turns) {
      const turn = record.assistant_turn;
      if (!isJsonObject(turn) || !Array.isArray(turn.transcript)) {
        continue;
      }
      const transcript: readonly unknown[] = turn.transcript;
      const shown = (items: readonly unknown[]) =>
        decode({ ...record, assistant_turn: { ...turn, transcript: items } }).events;
      for (const damaged of [null, 7, 'x', [], { kind: 'diff', diff: 7 }, { kind: 'bash' }]) {
        assert.deepEqual(shown([...transcript, damaged]), shown(transcript));
      }
    }
  });

  it('survives nesting that only the JSON parser survives', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    for (const kind of ['user_message', 'assistant_turn', 'compaction_applied', 'tool_end']) {
      const payload = {
        content: deep,
        message: deep,
        transcript: [deep, { kind: 'text', content: deep }],
        messages: [deep, { Role: 'user', Content: deep }],
        turn_memory: { tool_activity: [{ tool: 'x', retained_output: deep }, deep] },
        input: deep,
        error: deep,
      };
      decode({ seq: 1, kind, [kind]: payload });
    }
  });

  it('does not take a key of the prototype for one of the line', () => {
    const decoded = decode(
      JSON.parse(
        '{"seq":1,"kind":"user_message","__proto__":{"user_message":{"content":"x"}}}',
      ) as JsonObject,
    );
    assert.deepEqual(
      decoded.events.map(({ kind }) => kind),
      ['unknown'],
    );
  });
});
