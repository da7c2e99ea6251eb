import { wordsText } from '#core/events/phrase.ts';
import assert from 'node:assert/strict';
import type { JsonObject } from '#core/jsonObject.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';

const source = { line: 1, offset: 0, length: 0 };

function decode(kind: string, payload: unknown) {
  return keenAdapter.decode({ seq: 1, kind, [kind]: payload }, source);
}

/** Results of Keen's own session package (0.38.1) for these lines. */
describe('A line of Keen’s, by the rules of Go', () => {
  it('takes no date that Go refuses, and says so', () => {
    const refused = [
      '2026-02-30T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-00-03T00:00:00Z',
      '2026-02-00T00:00:00Z',
      '2026-02-03T24:00:00Z',
      '2026-02-03T23:59:60Z',
      '2026-02-03T00:00:00+24:00',
      '2026-02-03T00:00:00+23:60',
      '2026-02-03t00:00:00z',
    ];
    for (const created_at of refused) {
      const { events: found, problems } = decode('session_started', { created_at });
      assert.equal(problems.length, 1, created_at);
      assert.match(
        wordsText(problems[0]?.message ?? ''),
        /^Unexpected value for “session_started.created_at”: /,
      );
      assert.ok(found[0]?.kind === 'sessionStart' && found[0].createdAt === undefined);
    }
    for (const created_at of ['2024-02-29T23:59:59Z', '2026-12-31T00:00:00+23:59']) {
      const [event] = decode('session_started', { created_at }).events;
      assert.ok(event?.kind === 'sessionStart');
      assert.equal(event.createdAt, Date.parse(created_at));
    }
  });

  it('takes the last of keys that differ only in case, as Go does', () => {
    const lines: readonly (readonly [string, string | undefined])[] = [
      ['"kind":"user_message","user_message":{"content":"a","CONTENT":"b"}', 'b'],
      ['"kind":"user_message","user_message":{"CONTENT":"b","content":"a"}', 'a'],
      ['"kind":"user_message","user_message":{"content":"a","CONTENT":null}', 'a'],
      ['"kind":"user_message","user_message":{"content":"a"},"USER_MESSAGE":{"content":"b"}', 'b'],
      ['"kind":"user_message","user_message":{"content":"a"},"USER_MESSAGE":null', undefined],
      ['"kind":"assistant_turn","KIND":"user_message","user_message":{"content":"a"}', 'a'],
      ['"kind":"user_message","u\u017fer_me\u017f\u017fage":{"content":"a"}', 'a'],
      ['"\u212aind":"user_message","user_message":{"content":"a"}', 'a'],
      ['"k\u0131nd":"user_message","user_message":{"content":"a"}', undefined],
    ];
    for (const [line, text] of lines) {
      const record = JSON.parse(`{"seq":2,"SEQ":9,${line}}`) as JsonObject;
      const decoded = keenAdapter.decode(record, source);
      const [message] = decoded.events;
      assert.equal(message?.kind === 'userMessage' ? message.text : undefined, text, line);
      assert.equal(decoded.seq, 9);
    }
  });

  it('compaction_applied with a role that Keen gives to no model', () => {
    const messages = [
      { Role: 'wizard', Content: 'Nobody’s' },
      { Role: '', Content: 'Nobody’s either' },
      { Role: 'user', Content: 'Mine' },
    ];
    const { events: found, problems } = decode('compaction_applied', { status: '', messages });
    assert.equal(problems.length, 2);
    assert.equal(
      wordsText(problems[0]?.message ?? ''),
      'A compacted message has the unknown role “wizard”. As in Keen, the model does not get it.',
    );
    const [compaction] = found;
    assert.ok(compaction?.kind === 'compaction');
    assert.deepEqual(compaction.replacement, [
      { role: 'user', segments: [{ type: 'text', text: 'Mine' }] },
    ]);
  });
});
