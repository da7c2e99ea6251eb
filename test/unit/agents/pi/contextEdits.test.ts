import assert from 'node:assert/strict';
import { decodeRecord } from '#agents/pi/decode.ts';
import { indexText, messagesOf } from '../../../support/sampleLog.ts';

const timestamp = '2026-03-15T10:00:00.000Z';
const answer = (...content: readonly object[]) => ({
  type: 'message',
  message: { role: 'assistant', content, stopReason: 'stop' },
});
const prompt = (content: string) => ({ type: 'message', message: { role: 'user', content } });
const result = {
  type: 'message',
  message: {
    role: 'toolResult',
    toolCallId: 'toolu_1',
    toolName: 'read',
    content: [{ type: 'text', text: 'secret' }],
  },
};
const run = {
  type: 'message',
  message: { role: 'bashExecution', command: 'ls', output: 'a.ts', cancelled: false },
};

/** Texts of entries `1`, `2` and so on that the model gets, in order. */
function texts(...entries: readonly object[]): readonly string[] {
  const lines = entries.map((entry, index) => {
    const parentId = index === 0 ? null : String(index);
    return JSON.stringify({ ...entry, id: String(index + 1), parentId, timestamp });
  });
  const indexed = indexText(`${lines.join('\n')}\n`, decodeRecord);
  const messages = messagesOf(indexed, decodeRecord);
  assert.equal(indexed.index.conversation.messages, messages.length);
  return messages.flatMap(({ parts }) =>
    parts.map((part) => ('text' in part ? part.text : part.type)),
  );
}

function edit(targetId: string, content: string | null) {
  return {
    type: 'context_edit',
    targetId,
    replacement: content === null ? null : { content },
  };
}

describe('An edit of pi’s context', () => {
  it('gives words to an answer of thinking alone, and to an empty prompt', () => {
    const thought = answer({ type: 'thinking', thinking: 'hm' });
    assert.deepEqual(texts(prompt('One'), thought, prompt(''), prompt('Two')), ['One', 'Two']);
    assert.deepEqual(
      texts(prompt('One'), thought, prompt(''), edit('2', 'Said'), edit('3', 'Asked')),
      ['One', 'Said', 'Asked'],
    );
  });

  it('leaves no message of a prompt without words', () => {
    assert.deepEqual(
      texts(prompt('One'), answer({ type: 'text', text: 'Two' }), edit('1', ''), prompt('Three')),
      ['Two', 'Three'],
    );
  });

  it('leaves a tool its result, with other words or none', () => {
    const call = { type: 'toolCall', id: 'toolu_1', name: 'read', arguments: {} };
    for (const content of ['(removed)', '']) {
      assert.deepEqual(texts(answer(call), result, edit('2', content)), ['toolCall', content]);
    }
  });

  it('changes nothing of what pi words itself, but can take it away', () => {
    const summary = { type: 'branch_summary', fromId: 'root', summary: 'Left.' };
    const compaction = { type: 'compaction', summary: 'All', firstKeptEntryId: '' };
    for (const worded of [run, summary, compaction]) {
      const before = texts(worded);
      assert.equal(before.length, 1);
      assert.deepEqual(texts(worded, edit('1', 'Edited')), before);
      assert.deepEqual(texts(worded, edit('1', null)), []);
    }
  });
});
