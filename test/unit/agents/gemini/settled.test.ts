import assert from 'node:assert/strict';
import { settled } from '#agents/gemini/settled.ts';

type Message = Readonly<Record<string, unknown>>;

function message(id: string, more: Message = {}): Message {
  return { id, type: 'gemini', content: id, timestamp: '2026-11-20T09:00:00.000Z', ...more };
}

function checkpoint(...messages: readonly Message[]): Message {
  return { $set: { messages, lastUpdated: 'now' } };
}

function messagesIn(line: Message | undefined): readonly Message[] {
  return (line?.$set as { messages: readonly Message[] }).messages;
}

describe('what the lines of a Gemini CLI session come to', () => {
  it('has each message once, where it came first, with all that is known of it', () => {
    const toolCalls = [{ id: 'c', name: 'glob' }];
    const lines = settled([
      message('a'),
      message('b'),
      message('a', { toolCalls, tokens: null }),
      message('a', { tokens: { input: 1 }, toolCalls: [], timestamp: 'later' }),
    ]);
    assert.deepEqual(lines, [
      message('a', { toolCalls, tokens: { input: 1 } }),
      message('b'),
      { $set: {} },
      { $set: {} },
    ]);
  });

  it('takes from a checkpoint only messages that no line had', () => {
    const [, again] = settled([
      message('a', { thoughts: [{}] }),
      checkpoint(message('a', { content: [{ text: 'a' }] })),
    ]);
    assert.deepEqual(again, { $set: { messages: [], lastUpdated: 'now' } });
    const [, more] = settled([message('a'), checkpoint(message('a'), message('b'))]);
    assert.deepEqual(messagesIn(more), [message('b')]);
  });

  it('has the whole history in a checkpoint with a new summary', () => {
    const toolCalls = [{ id: 'c', name: 'glob', result: 'x' }];
    const summary = { id: 's', type: 'user', content: '<state_snapshot>All</state_snapshot>' };
    const answer = { id: 'r', type: 'user', content: [{ functionResponse: { id: 'c' } }] };
    const lines = settled([
      message('a', { toolCalls }),
      checkpoint(summary, message('a', { content: [{ text: 'raw' }] }), answer),
      checkpoint(summary, message('a')),
    ]);
    assert.equal(lines[1]?.$isCompaction, true);
    assert.deepEqual(
      messagesIn(lines[1]).map(({ id, toolCalls: calls }) => [id, calls]),
      [
        ['s', undefined],
        ['a', toolCalls],
      ],
    );
    assert.deepEqual(messagesIn(lines[2]), []);
    const [first] = settled([checkpoint(summary)]);
    assert.equal(first?.$isCompaction, undefined);
  });

  it('keeps a message from the model that a checkpoint leaves out, unless it comes back', () => {
    const lines = (...more: readonly Message[]) =>
      settled([message('a'), message('b'), checkpoint(message('a')), ...more]);
    assert.equal(lines()[1]?.$isGone, true);
    assert.equal(lines()[0]?.$isGone, undefined);
    assert.equal(lines(checkpoint(message('a'), message('b')))[1]?.$isGone, undefined);
  });

  it('follows what came before the message that it went back to', () => {
    const follows = (...records: readonly Message[]) =>
      settled(records)
        .filter(({ $rewindTo: target }) => target !== undefined)
        .map((line) => line.$follows);
    const two = [message('a'), message('b')];
    assert.deepEqual(follows(...two, { $rewindTo: 'b' }), ['a']);
    assert.deepEqual(follows(...two, { $rewindTo: 'a' }), [undefined]);
    assert.deepEqual(follows(...two, { $rewindTo: 'nobody' }), [undefined]);
    assert.deepEqual(
      follows(...two, { $rewindTo: 'b' }, message('c'), { $rewindTo: 'c' }, { $rewindTo: 'a' }),
      ['a', 'line 2', undefined],
    );
    assert.deepEqual(follows(checkpoint(...two), message('c'), { $rewindTo: 'b' }), ['line 0']);
    assert.equal(settled([...two, { $rewindTo: 'b' }])[1]?.$isGone, undefined);
  });

  it('shows what a tool answered once', () => {
    const answer = (id: string) => ({
      id,
      type: 'user',
      content: [{ functionResponse: { id: 'c', response: { output: 'x' } } }],
    });
    const call = message('a', { toolCalls: [{ id: 'c', result: [] }] });
    assert.deepEqual(settled([call, answer('r')])[1], { $set: {}, $entry: 'r' });
    const bare = message('a', { content: [{ functionCall: { id: 'c' } }] });
    const lines = settled([bare, answer('r'), answer('again')]);
    assert.deepEqual(lines.slice(1), [answer('r'), { $set: {}, $entry: 'again' }]);
  });
});
