import assert from 'node:assert/strict';
import { readKeenStrictly } from '../../../../support/strictKeenReader.ts';

/** The referee is tested too: one that accepts everything proves nothing. */
describe('the strict reader', () => {
  const read = (...lines: string[]) =>
    readKeenStrictly(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')));
  const reads = (line: string) => read(line).skipped.length === 0;

  it('skips a line for one wrong type anywhere', () => {
    for (const line of [
      '{"seq":"1","kind":"user_message"}',
      '{"seq":-0,"kind":"user_message"}',
      '{"seq":-1,"kind":"user_message"}',
      '{"seq":1.0,"kind":"user_message"}',
      '{"seq":1e2,"kind":"user_message"}',
      '{"seq":18446744073709551616,"kind":"user_message"}',
      '{"seq":1,"kind":7}',
      '{"seq":1,"kind":"x","session_started":{"created_at":"2026-02-30T00:00:00Z"}}',
      '{"seq":1,"kind":"x","session_started":{"created_at":"yesterday"}}',
      '{"seq":1,"kind":"x","user_message":{"content":["a"]}}',
      '{"seq":1,"kind":"x","user_message":"a"}',
      '{"seq":1,"kind":"x","assistant_turn":{"interrupted":"true"}}',
      '{"seq":1,"kind":"x","assistant_turn":{"transcript":{}}}',
      '{"seq":1,"kind":"x","assistant_turn":{"transcript":[{"tool_start":{"input":[]}}]}}',
      '{"seq":1,"kind":"x","assistant_turn":{"transcript":[{"bash":{"duration_ns":1.5}}]}}',
      '{"seq":1,"kind":"x","assistant_turn":{"transcript":[{"diff":{"lines":[{"Kind":"1"}]}}]}}',
      '{"seq":1,"kind":"x","assistant_turn":{"turn_memory":{"tool_activity":[{"text_offset":"0"}]}}}',
      '{"seq":1,"kind":"x","compaction_applied":{"messages":[{"Content":1}]}}',
      '{"seq":1,"kind":"x","compaction_applied":{"messages":[{"turnmemory":[]}]}}',
    ]) {
      assert.equal(reads(line), false, line);
    }
  });

  it('skips invalid JSON, and more than one value', () => {
    for (const line of [
      '{',
      '{"seq":1}{"seq":2}',
      '{"seq":1,}',
      '{"seq":01}',
      '[1]',
      '"text"',
      '1',
      '{"kind":"a\u0001"}',
      String.raw`{"kind":"\x"}`,
      "{'seq':1}",
      '{"seq":1',
    ]) {
      assert.equal(reads(line), false, line);
    }
  });

  it('reads what Go reads: any case, null, unknown keys, a repeated key, white space', () => {
    const { events, skipped } = read(
      '{"SEQ":4,"Kind":"user_message","User_Message":{"content":"a","more":[1]},"x":{}}',
      '\u00a0 { "seq" : 5 , "kind" : "user_message", "user_message": null } \t\r',
      '',
      '{"seq":6,"seq":7,"kind":"x","assistant_turn":{"error":null,"transcript":null}}',
      'null',
    );
    assert.deepEqual(skipped, []);
    assert.deepEqual(
      events.map(({ seq, payload }) => [seq, payload?.content]),
      [
        [4, 'a'],
        [5, undefined],
        [7, undefined],
        // Nothing, but no error.
        [0, undefined],
      ],
    );
  });

  it('builds the conversation as Keen does', () => {
    const { conversation } = read(
      '{"seq":1,"kind":"user_message","user_message":{"content":"a"}}',
      '{"seq":2,"kind":"assistant_turn","assistant_turn":{"error":"e"}}',
      '{"seq":3,"kind":"compaction_applied","compaction_applied":{"status":"","messages":[{"Role":"user","Content":"s","TurnMemory":null}]}}',
      '{"seq":4,"kind":"assistant_turn","assistant_turn":{"message":"b"}}',
    );
    assert.deepEqual(conversation, [
      { role: 'user', content: 's', activity: [] },
      { role: 'assistant', content: 'b', activity: [] },
    ]);
  });
});
