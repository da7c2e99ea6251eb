import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keenAdapter } from '#agents/keen/adapter.ts';
import type { Segment } from '#core/events/message.ts';
import { runs } from '../../../support/full.ts';

const source = { line: 1, offset: 0, length: 0 };

function decode(message: string, turn_memory: unknown) {
  const assistant_turn = { message, turn_memory };
  return keenAdapter.decode({ seq: 1, kind: 'assistant_turn', assistant_turn }, source);
}

function segments(message: string, turn_memory: unknown): readonly Segment[] | undefined {
  const event = decode(message, turn_memory).events.at(-1);
  return event?.kind === 'modelMessage' ? event.entry.segments : undefined;
}

/** Text and calls in short: `ab[one two]c`. */
function outline(message: string, ...offsets: readonly (readonly [unknown, string])[]) {
  const tool_activity = offsets.map(([text_offset, tool]) => ({
    text_offset,
    tool,
    status: 'success',
  }));
  return segments(message, { tool_activity })
    ?.map((segment) =>
      segment.type === 'calls'
        ? `[${segment.calls.map(({ name }) => name).join(' ')}]`
        : segment.type === 'text' && segment.text,
    )
    .join('');
}

function calls(...tool_activity: readonly unknown[]) {
  return (segments('', { tool_activity }) ?? []).flatMap((segment) =>
    segment.type === 'calls' ? segment.calls : [],
  );
}

describe('Turn memory', () => {
  it('puts calls at their place, counted in UTF-8 bytes', () => {
    assert.equal(outline('abc', [0, 'x'], [1, 'y'], [3, 'z']), '[x]a[y]bc[z]');
    assert.equal(
      outline('é日👍!', [2, 'x'], [5, 'y'], [9, 'z'], [10, 'end']),
      'é[x]日[y]👍[z]![end]',
    );
    assert.equal(outline('e\u0301x', [3, 'x']), 'e\u0301[x]x');
    assert.equal(outline('\ufeffx', [3, 'x']), '\ufeff[x]x');
  });

  it('groups calls of one place', () => {
    assert.equal(outline('ab', [1, 'x'], [1, 'y'], [2, 'z'], [2, 'z']), 'a[x y]b[z z]');
  });

  it('leaves out what Keen leaves out, and says so', () => {
    for (const [offset, tool] of [
      [-1, 'x'],
      [4, 'x'],
      [2, 'x'],
      [1, ''],
      ['1', 'x'],
      [1.5, 'x'],
      [1e300, 'x'],
    ] as const) {
      assert.equal(outline('aé', [offset, tool]), 'aé', String(offset));
    }
    assert.equal(outline('abc', [2, 'x'], [1, 'back'], [3, 'y']), 'ab[x]c[y]');
    const { problems } = decode('a', { tool_activity: [{ text_offset: 9, tool: 'x' }] });
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ['odd'],
    );
  });

  it('treats a missing offset as the start, like Go', () => {
    assert.deepEqual(
      segments('a', { tool_activity: [{ tool: 'x', status: 'success' }] })?.map(({ type }) => type),
      ['calls', 'text'],
    );
  });

  it('never loses or moves text, whatever the offsets', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.tuple(fc.integer({ min: -3, max: 60 }), fc.constantFrom('', 'x'))),
        (message, offsets) => {
          assert.equal(outline(message, ...offsets)?.replaceAll(/\[x( x)*\]/g, '') ?? '', message);
        },
      ),
      { seed: 3, numRuns: runs(500), examples: [['[x', [[0, 'x']]]] },
    );
  });

  it('words results as Keen does', () => {
    const call = { text_offset: 0, tool: 'bash' };
    assert.deepEqual(
      calls(
        { ...call, status: 'success' },
        { ...call, status: 'success', exit_code: 0 },
        { ...call, status: 'error', exit_code: 2 },
        { ...call, status: 'cancelled' },
        { ...call, status: 'success', retained_output: { b: 1, a: '<' } },
        { ...call, status: 'error', retained_output: 'text' },
        { ...call, status: 'success', retained_output: null },
      ).map(({ result, isError }) => `${result}${isError ? ' failed' : ''}`),
      [
        '{"status":"success"}',
        '{"status":"success","exit_code":0}',
        '{"status":"error","exit_code":2} failed',
        '{"status":"error"} failed',
        '{"b":1,"a":"<"}',
        '"text" failed',
        '{"status":"success"}',
      ],
    );
  });

  it('labels an old activity with the name of its argument', () => {
    const input = (tool: string, more: object) =>
      calls({ text_offset: 0, tool, status: 'success', ...more }).map(
        (past) => `${past.name} ${JSON.stringify(past.input)}`,
      )[0];
    assert.equal(input('read_file', { target: 'a.go' }), 'read_file {"path":"a.go"}');
    assert.equal(input('bash', { target: 'go test' }), 'bash {"command":"go test"}');
    assert.equal(input('grep', { target: 'x' }), 'grep {"pattern":"x"}');
    assert.equal(
      input('glob', { target: 'src :: a :: b' }),
      'glob {"path":"src","pattern":"a :: b"}',
    );
    assert.equal(input('web_fetch', { target: 'https://x' }), 'web_fetch {"url":"https://x"}');
    assert.equal(
      input('search', { server: 'docs' }),
      'call_mcp_tool {"server":"docs","tool":"search"}',
    );
    assert.equal(input('other', { target: 'x' }), 'other {"target":"x"}');
    assert.equal(input('bash', { input: { command: 'a' }, target: 'b' }), 'bash {"command":"a"}');
    assert.equal(input('read_file', {}), 'read_file {}');
  });

  it('writes the lists of early versions under the text', () => {
    const memory = { files_changed: ['a', 'b'], failed_bash: [{ command: 'make', exit_code: 2 }] };
    const note = 'Tool memory:\n- Files changed: a, b\n- Failed bash: make (exit 2)';
    assert.deepEqual(segments('Done.', memory), [{ type: 'text', text: `Done.\n\n${note}` }]);
    assert.deepEqual(segments('', memory), [{ type: 'text', text: note }]);
    assert.deepEqual(
      segments('Done.', {
        files_changed: ['a'],
        tool_activity: [{ text_offset: 5, tool: 'x', status: 'success' }],
      })?.map((segment) => (segment.type === 'text' ? segment.text : 'calls')),
      ['Done.', 'calls', 'Tool memory:\n- Files changed: a'],
    );
  });

  it('makes a message of memory alone, and none of nothing', () => {
    assert.equal(outline('', [0, 'x']), '[x]');
    for (const memory of [undefined, null, {}, { tool_activity: [] }, { tool_activity: null }]) {
      assert.equal(segments('', memory), undefined);
    }
  });
});
