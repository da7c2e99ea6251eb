import assert from 'node:assert/strict';
import { carryable } from '#core/conversation/carryable.ts';
import type { ConversationMessage, MessagePart } from '#core/events/message.ts';
import { Random } from '../../../support/random.ts';
import { picture, randomConversation } from '../../../support/randomConversation.ts';

const user = (...parts: readonly MessagePart[]): ConversationMessage => ({ role: 'user', parts });
const answer = (...parts: readonly MessagePart[]): ConversationMessage => ({
  role: 'assistant',
  parts,
});
const text = (said: string): MessagePart => ({ type: 'text', text: said });
const call = (callId: string, name = 'read', input = {}): MessagePart => ({
  type: 'toolCall',
  callId,
  name,
  input,
});
const result = (callId: string, said: string, isError = false): MessagePart => ({
  type: 'toolResult',
  callId,
  text: said,
  isError,
});

describe('a conversation for another agent', () => {
  it('gives each call one result right after its answer, in the order of the calls', () => {
    const { messages, changes } = carryable([
      user(text('Look')),
      answer(call('x'), text('Said after a call'), call('x', 'write'), call('never')),
      user(result('x', 'First'), result('x', '', true), result('gone', 'Of no call')),
    ]);
    assert.deepEqual(messages, [
      user(text('Look')),
      answer(call('call_1')),
      user(result('call_1', 'First')),
      answer(text('Said after a call'), call('call_2', 'write'), call('call_3')),
      user(
        result('call_2', '(no output)', true),
        result('call_3', 'No result was recorded.', true),
      ),
      user(text('(A result without its call)\nOf no call')),
    ]);
    assert.deepEqual(changes, {
      missingResults: 1,
      strayResults: 1,
      renamedTools: 0,
      emptyTexts: 0,
      joinedTexts: 0,
      otherFiles: 0,
      openings: 0,
    });
  });

  it('begins with a text of the user, has one text for each answer and none without words', () => {
    const { messages, changes } = carryable([
      answer(text('One'), text(' \n')),
      answer(text('Two')),
      user(text('')),
      answer(call('a')),
    ]);
    assert.deepEqual(messages, [
      user(text('Continue.')),
      answer(text('One\n\nTwo'), call('call_1')),
      user(result('call_1', 'No result was recorded.', true)),
    ]);
    assert.deepEqual([changes.openings, changes.emptyTexts, changes.joinedTexts], [1, 2, 1]);
  });

  it('names files that are no pictures', () => {
    const pdf = { mimeType: 'application/pdf', data: 'JVBERi0=' };
    const { messages, changes } = carryable([
      user(
        { type: 'image', ...pdf },
        { type: 'image', mimeType: 'image/png', data: 'no base64!' },
        { type: 'image', mimeType: '', data: 'aaaa' },
      ),
      answer(call('a')),
      user({
        type: 'toolResult',
        callId: 'a',
        text: 'Read',
        isError: false,
        images: [pdf, picture],
      }),
    ]);
    assert.deepEqual(
      messages[0],
      user(text('[application/pdf]'), text('[image/png]'), text('[file]')),
    );
    assert.deepEqual(messages[2]?.parts, [
      { ...result('call_1', 'Read\n[application/pdf]'), images: [picture] },
    ]);
    assert.equal(changes.otherFiles, 4);
  });

  it('keeps valid names of tools, and no two become one', () => {
    const long = `mcp__${'x'.repeat(80)}`;
    const names = ['a b', 'a_b', 'a/b', '9lives', '', long, `${long}y`];
    const { messages, changes } = carryable([
      user(text('Look')),
      answer(...names.map((name, index) => call(`${index}`, name))),
    ]);
    const given = messages
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.type === 'toolCall' ? [part.name] : []));
    assert.deepEqual(given, [
      'a_b_2',
      'a_b',
      'a_b_3',
      '_9lives',
      '_',
      long.slice(0, 58),
      `${long.slice(0, 58)}_2`,
    ]);
    assert.equal(changes.renamedTools, 6);
  });

  it('is one that all providers take, whatever it was, and then stays as it is', () => {
    const random = new Random(7);
    for (let round = 0; round < 2_000; round += 1) {
      const before = randomConversation(random);
      const { messages } = carryable(before);
      assert.deepEqual(problemsIn(messages), [], JSON.stringify(before));
      assert.deepEqual(carryable(messages), {
        messages,
        changes: {
          missingResults: 0,
          strayResults: 0,
          renamedTools: 0,
          emptyTexts: 0,
          joinedTexts: 0,
          otherFiles: 0,
          openings: 0,
        },
      });
    }
  });
});

/** What some provider refuses, or some agent drops. */
function problemsIn(messages: readonly ConversationMessage[]): readonly string[] {
  const problems: string[] = [];
  let pending: readonly string[] = [];
  const ids = new Set<string>();
  const opening = messages[0];
  if (opening !== undefined && !opening.parts.some(({ type }) => type === 'text')) {
    problems.push('It begins with no text.');
  }
  for (const { role, parts } of messages) {
    const types = parts.map(({ type }) => type);
    const results = parts.flatMap((part) => (part.type === 'toolResult' ? [part.callId] : []));
    const calls = parts.flatMap((part) => (part.type === 'toolCall' ? [part] : []));
    if (parts.length === 0) {
      problems.push('A message is empty.');
    }
    if (
      String(results) !== String(pending) ||
      (results.length > 0 && results.length < parts.length)
    ) {
      problems.push(`${String(pending)} is answered by ${String(results)}.`);
    }
    pending = calls.map(({ callId }) => callId);
    if (role === 'assistant' && (types.lastIndexOf('text') > 0 || types.includes('image'))) {
      problems.push(`An answer has ${types.join()}.`);
    }
    for (const { callId, name } of calls) {
      if (role !== 'assistant' || ids.has(callId) || !/^\w{1,40}$/.test(callId)) {
        problems.push(`The call ${callId} is odd.`);
      }
      if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) {
        problems.push(`No tool is called ${name}.`);
      }
      ids.add(callId);
    }
    for (const part of parts) {
      const words = part.type === 'text' || part.type === 'toolResult' ? part.text : 'none';
      const hasImages = part.type === 'toolResult' && (part.images ?? []).length > 0;
      if (words.trim() === '' && !hasImages) {
        problems.push('A text has no words.');
      }
    }
    if (/\p{Surrogate}/u.test(JSON.stringify(parts)) || /\\ud[89a-f]/.test(JSON.stringify(parts))) {
      problems.push('A text has half of a character.');
    }
  }
  return pending.length > 0 ? [...problems, 'The last calls have no results.'] : problems;
}
