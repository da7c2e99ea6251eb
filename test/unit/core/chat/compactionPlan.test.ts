import assert from 'node:assert/strict';
import {
  compactedConversation,
  planCompaction,
  summaryRequest,
} from '#core/chat/compactionPlan.ts';
import type { ConversationMessage } from '#core/events/message.ts';

const say = (role: 'user' | 'assistant', text: string): ConversationMessage => ({
  role,
  parts: [{ type: 'text', text }],
});
const called: readonly ConversationMessage[] = [
  {
    role: 'assistant',
    parts: [{ type: 'toolCall', callId: 'x', name: 'look', input: { at: 1 } }],
  },
  {
    role: 'user',
    parts: [{ type: 'toolResult', callId: 'x', text: 'seen', isError: false }],
  },
];
const conversation = [
  say('user', 'one'),
  say('assistant', '1'),
  say('user', 'two'),
  ...called,
  say('assistant', '2'),
  say('user', 'three'),
  say('assistant', '3'),
];
const ten = () => 10;

describe('Planning a compaction', () => {
  it('keeps the newest whole exchanges that fit', () => {
    const plan = planCompaction(conversation, ten, 60, false);
    assert.deepEqual(plan?.recent, conversation.slice(2));
    assert.deepEqual(plan.older, conversation.slice(0, 2));
    assert.deepEqual(planCompaction(conversation, ten, 59, false)?.recent, conversation.slice(6));
  });

  it('sums up all where even the last exchange is too long', () => {
    assert.deepEqual(planCompaction(conversation, ten, 19, false), {
      older: conversation,
      recent: [],
    });
  });

  it('does nothing unasked if everything fits, and summarizes what it can when asked', () => {
    assert.equal(planCompaction(conversation, ten, 1_000, false), undefined);
    assert.deepEqual(planCompaction(conversation, ten, 1_000, true)?.recent, conversation.slice(6));
    const single = conversation.slice(0, 2);
    assert.deepEqual(planCompaction(single, ten, 1_000, true), { older: single, recent: [] });
    assert.equal(planCompaction([], ten, 1_000, true), undefined);
  });

  it('records the summary in Keen’s frame and the rest as it was', () => {
    const [summary, ...rest] = compactedConversation('## Goal\nTides', conversation.slice(2, 5));
    assert.equal(summary?.role, 'user');
    const [first] = summary.segments;
    assert.ok(first?.type === 'text');
    assert.match(
      first.text,
      /^<compacted_context>\n[^]*\n\n## Goal\nTides\n<\/compacted_context>$/,
    );
    assert.deepEqual(rest, [
      { role: 'user', segments: [{ type: 'text', text: 'two' }] },
      {
        role: 'assistant',
        segments: [{ type: 'toolCall', callId: 'x', name: 'look', input: { at: 1 } }],
      },
      {
        role: 'user',
        segments: [{ type: 'toolResult', callId: 'x', text: 'seen', isError: false }],
      },
    ]);
  });

  it('hands the user’s guidance to the model', () => {
    assert.match(summaryRequest(' keep the ports '), /heed this:\nkeep the ports$/);
    assert.doesNotMatch(summaryRequest(''), /heed/);
  });
});
