import assert from 'node:assert/strict';
import { pairedCalls } from '#core/chat/pairedCalls.ts';
import { callsFirst, expandEntry } from '#core/conversation/expandEntry.ts';
import type { SessionEvent } from '#core/events/event.ts';
import type { ConversationEntry, Segment } from '#core/events/message.ts';
import { call, outline, result, user } from '../../../support/sampleEvents.ts';
import { indexText, sampleLog } from '../../../support/sampleLog.ts';

/** Words are texts, `?a` is a call and `=a` its result, all of one message. */
function entries(...messages: readonly string[]): ConversationEntry[] {
  return messages.map((message) => ({
    role: message.startsWith('=') ? 'user' : 'assistant',
    segments: message.split(' ').map((word): Segment => {
      const callId = word.slice(1);
      return word.startsWith('?')
        ? { type: 'toolCall', callId, name: 'read', input: {} }
        : word.startsWith('=')
          ? { type: 'toolResult', callId, text: 'x', isError: false }
          : { type: 'text', text: word };
    }),
  }));
}

describe('a result that is written before its call', () => {
  it('follows its call in a conversation', () => {
    for (const [given, wanted] of [
      [
        ['hi', '=a', '?a', 'end'],
        ['hi', '?a', '=a', 'end'],
      ],
      [
        ['=a', '=b', '?a', '?b'],
        ['?a', '=a', '?b', '=b'],
      ],
      [
        ['=a =b', '?a', '?b'],
        ['?a', '?b', '=a =b'],
      ],
      [
        ['?a', '=a', '?a', '=b', '=a text', '?c'],
        ['?a', '=a', '?a', '=b', '=a text', '?c'],
      ],
    ] as const) {
      assert.deepEqual(callsFirst(entries(...given)), entries(...wanted));
    }
  });

  it('answers it in a chat', () => {
    const sent = pairedCalls(entries('=a', '?a', 'end').flatMap(expandEntry));
    assert.deepEqual(sent, entries('?a', '=a', 'end').flatMap(expandEntry));
  });

  it('is one row with it, within a turn', () => {
    const rows = (...lines: readonly (readonly SessionEvent[])[]) =>
      outline(indexText(sampleLog(...lines)));
    const [early, later] = [[result('', 'x', '1')], [call('read', '1')]];
    assert.deepEqual(rows(early, later), ['tool read done x']);
    assert.deepEqual(rows([result('', 'x', '1'), result('', 'y', '2')], [call('a', '2')], later), [
      'tool read done x',
      'tool a done y',
    ]);
    assert.deepEqual(rows(early, [user('Next')], later), [
      'tool  done x',
      'user Next',
      'tool read unfinished -',
    ]);
  });
});
