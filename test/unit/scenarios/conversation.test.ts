import assert from 'node:assert/strict';
import type { SessionEvent } from '#core/events/event.ts';
import { answer, call, compaction, shell, start, told, user } from '../../support/sampleEvents.ts';
import { indexText, messagesOf, sampleLog, type Indexed } from '../../support/sampleLog.ts';

describe('The conversation', () => {
  const texts = (indexed: Indexed) =>
    messagesOf(indexed).map((message) =>
      message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|'),
    );

  it('contains messages and nothing that was only shown', () => {
    const indexed = indexText(
      sampleLog(
        [start, user('a')],
        [
          { kind: 'thinking', text: 'hm' },
          answer('shown'),
          call('t'),
          shell('whole', 'ls'),
          told('b'),
        ],
      ),
    );
    assert.deepEqual(messagesOf(indexed), [
      { role: 'user', parts: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'b' }] },
    ]);
  });

  it('is replaced by a compaction, again and again', () => {
    const indexed = indexText(
      sampleLog(
        [start, user('a'), told('b')],
        [compaction('s1')],
        [user('c')],
        [compaction('s2')],
        [user('d')],
      ),
    );
    assert.deepEqual(texts(indexed), ['s2', 'd']);
    assert.equal(indexed.index.conversation.compactions, 2);
  });

  it('puts past calls and their results into messages of their own', () => {
    const entry: SessionEvent = {
      kind: 'modelMessage',
      entry: {
        role: 'assistant',
        segments: [
          { type: 'text', text: 'one' },
          {
            type: 'calls',
            calls: [
              {
                name: 'read',
                input: { path: 'a' },
                result: '{"status":"success"}',
                isError: false,
              },
              { name: 'bash', input: {}, result: '{"status":"error"}', isError: true },
            ],
          },
          { type: 'text', text: 'two' },
        ],
      },
    };
    const indexed = indexText(sampleLog([start, user('a'), entry]));
    assert.deepEqual(messagesOf(indexed).slice(1), [
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'one' },
          { type: 'toolCall', callId: 'historical_1_0', name: 'read', input: { path: 'a' } },
          { type: 'toolCall', callId: 'historical_1_1', name: 'bash', input: {} },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            type: 'toolResult',
            callId: 'historical_1_0',
            text: '{"status":"success"}',
            isError: false,
          },
          {
            type: 'toolResult',
            callId: 'historical_1_1',
            text: '{"status":"error"}',
            isError: true,
          },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'two' }] },
    ]);
    assert.equal(indexed.index.conversation.messages, 4);
  });

  it('gives any range as a slice of the whole', () => {
    const events = Array.from({ length: 30 }, (_, n) => [user(`u${n}`), told(`a${n}`)]);
    const indexed = indexText(sampleLog([start], ...events));
    const all = messagesOf(indexed);
    const eventsOf = (line: number) => (line === 1 ? [start] : (events[line - 2] ?? []));
    for (const [from, count] of [
      [0, 5],
      [7, 1],
      [59, 10],
      [60, 5],
      [0, 0],
      [13, 44],
    ] as const) {
      assert.deepEqual(
        indexed.index.conversation.read(from, count, eventsOf),
        all.slice(from, from + count),
      );
    }
  });
});
