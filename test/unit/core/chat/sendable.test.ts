import assert from 'node:assert/strict';
import fc from 'fast-check';
import { missingResult } from '#core/chat/pairedCalls.ts';
import { missingBeginning, sendable } from '#core/chat/sendable.ts';
import type { ConversationMessage, ImageData, MessagePart } from '#core/events/message.ts';
import { runs } from '../../../support/full.ts';

const say = (role: 'user' | 'assistant', text: string): ConversationMessage => ({
  role,
  parts: [{ type: 'text', text }],
});
const call = (callId: string, name = 'read_file'): MessagePart => ({
  type: 'toolCall',
  callId,
  name,
  input: { path: 'x' },
});
const result = (callId: string, text = 'r', images?: readonly ImageData[]): MessagePart => ({
  type: 'toolResult',
  callId,
  text,
  isError: false,
  ...(images === undefined ? {} : { images }),
});
const lost = (callId: string): MessagePart => ({
  type: 'toolResult',
  callId,
  text: missingResult,
  isError: true,
});
const asks = (...parts: readonly MessagePart[]): ConversationMessage => ({
  role: 'assistant',
  parts,
});
const answers = (...parts: readonly MessagePart[]): ConversationMessage => ({
  role: 'user',
  parts,
});
const send = (...messages: readonly ConversationMessage[]) => sendable(messages, { sees: true });

const png: ImageData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };

describe('A conversation as providers take it', () => {
  it('passes as it is when it is fine', () => {
    const fine = [
      say('user', 'a'),
      say('user', 'b'),
      asks(call('1')),
      answers(result('1', '')),
      say('assistant', 'c'),
      answers({ type: 'text', text: 'See' }, { type: 'image', ...png }),
    ];
    assert.deepEqual(send(...fine), fine);
    assert.equal(send(...fine)[0], fine[0]);
  });

  // OpenAI: "Invalid 'messages[1].content': empty string"; names: "Expected a string that matches the
  // pattern '^[a-zA-Z0-9_-]+$'". Anthropic: "text content blocks must be non-empty"; "first message
  // must use the user role".
  it('drops blank texts and invalid names, and starts with the user', () => {
    assert.deepEqual(
      send(
        say('user', ' \n'),
        asks({ type: 'text', text: '' }, call('1', 'mcp: a/b')),
        answers(result('1')),
      ),
      [say('user', missingBeginning), asks(call('1', 'mcp__a_b')), answers(result('1'))],
    );
  });

  it('looks for a free id a few times for each call, however many have the same', () => {
    const callIds = Array.from({ length: 3_000 }, (_, at) =>
      at % 3 === 0 ? `${'long'.repeat(20)}${at}` : at % 3 === 1 ? 'call_0' : `call_0_${at}`,
    );
    const messages = callIds.flatMap((id) => [asks(call(id)), answers(result(id))]);
    const { has } = Set.prototype;
    let looks = 0;
    Set.prototype.has = function (value) {
      looks += 1;
      return has.call(this, value);
    };
    const sent = (() => {
      try {
        return send(say('user', 'a'), ...messages);
      } finally {
        Object.assign(Set.prototype, { has });
      }
    })();
    assert.ok(looks < 10 * messages.length, `${looks} looks`);
    const ids = sent.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'toolCall' ? [part.callId] : [])),
    );
    assert.equal(new Set(ids).size, callIds.length);
    assert.ok(ids.every((id) => /^[A-Za-z0-9_-]{1,40}$/.test(id)));
  });

  // OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages responding to
  // each 'tool_call_id'." Anthropic: "Each `tool_use` block must have a corresponding `tool_result`
  // block in the next message."
  it('answers a call whose result the log does not have', () => {
    assert.deepEqual(send(say('user', 'a'), asks(call('1'), call('2')), answers(result('2'))), [
      say('user', 'a'),
      asks(call('1'), call('2')),
      answers(lost('1'), result('2')),
    ]);
    assert.deepEqual(send(say('user', 'a'), asks(call('1')), say('user', 'Never mind')), [
      say('user', 'a'),
      asks(call('1')),
      answers(lost('1')),
      say('user', 'Never mind'),
    ]);
  });

  // Formats with a record per result produce a message each; Gemini: "the number of function
  // response parts is equal to the number of function call parts".
  it('puts all results of a message into the one after it, in the order of the calls', () => {
    assert.deepEqual(
      send(
        say('user', 'a'),
        asks(call('1'), call('2')),
        answers(result('2')),
        answers(result('1')),
      ),
      [say('user', 'a'), asks(call('1'), call('2')), answers(result('1'), result('2'))],
    );
  });

  // Anthropic: "`tool_use` ids were found without `tool_result` blocks immediately after".
  it('brings a late result to its call', () => {
    assert.deepEqual(
      send(
        say('user', 'a'),
        asks(call('1')),
        say('assistant', 'Meanwhile'),
        answers({ type: 'text', text: 'Go on' }, result('1')),
      ),
      [
        say('user', 'a'),
        asks(call('1')),
        answers(result('1')),
        say('assistant', 'Meanwhile'),
        say('user', 'Go on'),
      ],
    );
  });

  // OpenAI: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'".
  // Anthropic: "unexpected `tool_use_id` found in `tool_result` blocks".
  it('tells a result without a call in words, its images after it', () => {
    assert.deepEqual(
      send(
        answers(result('0', 'early', [png])),
        asks(call('1')),
        answers(result('1'), result('1', 'again')),
      ),
      [
        answers({ type: 'text', text: '[Result: early]' }, { type: 'image', ...png }),
        asks(call('1')),
        answers(result('1')),
        answers({ type: 'text', text: '[Result: again]' }),
      ],
    );
  });

  // Anthropic: "`tool_use` ids must be unique" and "String should match pattern '^[a-zA-Z0-9_-]+$'".
  // OpenAI: "Expected a string with maximum length 40".
  it('gives every call an id of its own that no provider refuses', () => {
    const long = `call_${'x'.repeat(60)}|fc_1`;
    const sent = send(
      say('user', 'a'),
      asks(call('1'), call(long)),
      answers(result(long, 'first'), result('1')),
      asks(call('1'), call(`${long}0`)),
      answers(result('1', 'second')),
    );
    const short = long.slice(0, 40);
    assert.deepEqual(sent, [
      say('user', 'a'),
      asks(call('1'), call(short)),
      answers(result('1'), result(short, 'first')),
      asks(call('1_2'), call(`${short.slice(0, 38)}_2`)),
      answers(result('1_2', 'second'), lost(`${short.slice(0, 38)}_2`)),
    ]);
  });

  it('sends images only to a model that sees, of kinds and sizes that are taken, and not as answers', () => {
    const image = (data: ImageData): MessagePart => ({ type: 'image', ...data });
    const texts = (messages: readonly ConversationMessage[]) =>
      messages.flatMap(({ parts }) =>
        parts.map((part) => ('text' in part ? part.text : part.type)),
      );
    const said = answers({ type: 'text', text: 'See' }, image(png));
    assert.deepEqual(texts(sendable([said], { sees: false })), [
      'See',
      '[An image was here (image/png, 1 KB): this model takes none.]',
    ]);
    assert.deepEqual(
      texts(
        send(
          say('user', 'a'),
          answers(image({ ...png, mimeType: 'image/svg+xml' })),
          answers(image({ ...png, mimeType: 'javascript:\n' })),
          answers(image({ ...png, data: 'A'.repeat(8_000_000) })),
          answers(image({ ...png, data: 'no base64!' })),
          asks(image(png)),
        ),
      ),
      [
        'a',
        '[An image was here (image/svg+xml, 1 KB): of a kind that models do not take.]',
        '[An image was here (unknown kind, 1 KB): of a kind that models do not take.]',
        '[An image was here (image/png, 6000 KB): larger than models take.]',
        '[An image was here (image/png, 1 KB): damaged in the log.]',
        '[An image was here (image/png, 1 KB): part of an answer, which no model takes back.]',
      ],
    );
    const shown = [say('user', 'a'), asks(call('1')), answers(result('1', 'Read it', [png]))];
    assert.deepEqual(send(...shown), shown);
    assert.deepEqual(sendable(shown, { sees: false }).at(-1), {
      role: 'user',
      parts: [
        result('1', 'Read it\n[An image was here (image/png, 1 KB): this model takes none.]'),
      ],
    });
  });

  const anyPart: fc.Arbitrary<MessagePart> = fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('', ' ', 'said') }),
    fc.constantFrom('1', '2', 'a|b', '').map((id) => call(id, id)),
    fc.constantFrom('1', '2', 'a|b', '').map((id) => result(id, 'r', [png])),
    fc.constant({ type: 'image' as const, ...png }),
  );
  const anyConversation = fc.array(
    fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      parts: fc.array(anyPart, { maxLength: 4 }),
    }),
    { maxLength: 10 },
  );

  it('follows every rule for any log, and loses no message', () => {
    fc.assert(
      fc.property(anyConversation, fc.boolean(), (messages, sees) => {
        const sent = sendable(messages, { sees });
        assert.notEqual(sent[0]?.role, 'assistant');
        const ids = new Set<string>();
        for (const [index, { role, parts }] of sent.entries()) {
          assert.ok(parts.length > 0);
          const called = parts.flatMap((part) => (part.type === 'toolCall' ? [part] : []));
          const results = parts.filter(({ type }) => type === 'toolResult');
          if (called.length > 0) {
            assert.equal(role, 'assistant');
            const next = sent[index + 1];
            assert.deepEqual(
              next?.parts.map((part) => (part.type === 'toolResult' ? part.callId : part.type)),
              called.map(({ callId }) => callId),
            );
            assert.equal(next.role, 'user');
          }
          for (const { callId, name } of called) {
            assert.ok(!ids.has(callId));
            ids.add(callId);
            assert.match(callId, /^[A-Za-z0-9_-]{1,40}$/);
            assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
          }
          if (results.length > 0) {
            assert.equal(results.length, parts.length);
            assert.ok(sent[index - 1]?.parts.some(({ type }) => type === 'toolCall'));
          }
          for (const part of parts) {
            assert.ok(part.type !== 'text' || part.text.trim() !== '');
            assert.ok(part.type !== 'image' || (sees && role === 'user'));
          }
        }
        const count = (within: readonly ConversationMessage[]) =>
          within
            .flatMap(({ parts }) => parts)
            .filter((part) => 'text' in part && part.text === 'said').length;
        assert.equal(count(sent), count(messages));
      }),
      { seed: 6, numRuns: runs(2_000) },
    );
  });
});
