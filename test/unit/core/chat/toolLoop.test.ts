import assert from 'node:assert/strict';
import {
  runTurn,
  type AnswerPart,
  type LoopPorts,
  type ToolOutcome,
  type ToolRequest,
} from '#core/chat/toolLoop.ts';
import { itemsOfSteps, type TurnStep, type TurnItem } from '#core/events/newEvent.ts';
import type { ConversationMessage } from '#core/events/message.ts';

const question: ConversationMessage = { role: 'user', parts: [{ type: 'text', text: 'Why?' }] };
const call = (callId: string, name = 'look'): AnswerPart => ({
  type: 'toolCall',
  callId,
  name,
  input: { at: callId },
});
const text = (words: string): AnswerPart => ({ type: 'text', text: words });
const fine: ToolOutcome = { text: 'seen', isError: false, durationNs: 5 };

interface Script {
  /** One list for each model request; an error is thrown at its position. */
  readonly answers: readonly (readonly (AnswerPart | Error)[])[];
  readonly invoke?: (call: ToolRequest) => Promise<ToolOutcome>;
  readonly cancelAfter?: number;
}

function scripted({ answers, invoke = () => Promise.resolve(fine), cancelAfter }: Script) {
  const sent: (readonly ConversationMessage[])[] = [];
  const heard: string[] = [];
  const steps: TurnStep[] = [];
  let parts = 0;
  const ports: LoopPorts = {
    async *ask(messages) {
      await Promise.resolve();
      sent.push([...messages]);
      for (const part of answers[sent.length - 1] ?? []) {
        if (part instanceof Error) {
          throw part;
        }
        parts += 1;
        yield part;
      }
    },
    invoke,
    onStep: (step) => {
      steps.push(step);
      if (step.kind === 'text') {
        heard.push(step.text);
      }
    },
    isCanceled: () => cancelAfter !== undefined && parts >= cancelAfter,
  };
  return { ports, sent, heard, steps };
}

describe('A turn with tools', () => {
  it('is one answer where the model calls nothing', async () => {
    const { ports, heard } = scripted({ answers: [[text('Be'), text('cause.')]] });
    const { items, messages, end } = await runTurn([question], 5, ports);
    assert.deepEqual(end, { type: 'done' });
    assert.deepEqual(items, [{ kind: 'assistantText', text: 'Because.' }]);
    assert.deepEqual(messages, [
      { role: 'assistant', parts: [{ type: 'text', text: 'Because.' }] },
    ]);
    assert.deepEqual(heard, ['Be', 'cause.']);
  });

  it('sends each round with the calls and results before it', async () => {
    const { ports, sent } = scripted({
      answers: [[text('Let me look.'), call('a'), call('b')], [text('Found.')]],
    });
    const { items, messages, end } = await runTurn([question], 5, ports);
    assert.deepEqual(end, { type: 'done' });
    assert.deepEqual(sent[1], [question, ...messages.slice(0, 2)]);
    assert.deepEqual(messages, [
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Let me look.' },
          { type: 'toolCall', callId: 'a', name: 'look', input: { at: 'a' } },
          { type: 'toolCall', callId: 'b', name: 'look', input: { at: 'b' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'toolResult', callId: 'a', text: 'seen', isError: false },
          { type: 'toolResult', callId: 'b', text: 'seen', isError: false },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'Found.' }] },
    ]);
    assert.deepEqual(
      items.map((item) => item.kind),
      ['assistantText', 'toolCall', 'toolResult', 'toolCall', 'toolResult', 'assistantText'],
    );
  });

  it('records a shell command as a shell run, and what changed in files before its end', async () => {
    const diff = { kind: 'diff', path: '/p/a.txt', lines: [] } as const;
    const { ports } = scripted({
      answers: [[call('a', 'sh'), call('b', 'edit')], [text('Done.')]],
      invoke: ({ name }) =>
        Promise.resolve(
          name === 'sh'
            ? { ...fine, isError: true, shell: { command: 'make', summary: 'Build' } }
            : { ...fine, diffs: [diff] },
        ),
    });
    const { items } = await runTurn([question], 5, ports);
    assert.deepEqual(items.slice(0, 4), [
      {
        kind: 'shellRun',
        command: 'make',
        summary: 'Build',
        error: 'seen',
        durationNs: 5,
        retained: 'seen',
      },
      { kind: 'toolCall', name: 'edit', input: { at: 'b' } },
      diff,
      {
        kind: 'toolResult',
        name: 'edit',
        input: { at: 'b' },
        output: 'seen',
        durationNs: 5,
        retained: 'seen',
      },
    ]);
  });

  it('stops after its rounds, with every call answered', async () => {
    const { ports, sent } = scripted({ answers: [[call('a')], [call('b')], [call('c')]] });
    const { messages, end } = await runTurn([question], 2, ports);
    assert.deepEqual(end, { type: 'limit' });
    assert.equal(sent.length, 2);
    assert.equal(messages.at(-1)?.parts[0]?.type, 'toolResult');
  });

  it('keeps the partial answer when the model fails', async () => {
    const error = new Error('quota');
    const { ports } = scripted({ answers: [[call('a')], [text('Half'), error]] });
    const { items, messages, end } = await runTurn([question], 5, ports);
    assert.deepEqual(end, { type: 'failed', error });
    assert.deepEqual(items.at(-1), { kind: 'assistantText', text: 'Half' });
    assert.deepEqual(messages.at(-1)?.parts, [{ type: 'text', text: 'Half' }]);
  });

  it('keeps the partial answer when the user stops it', async () => {
    const { ports } = scripted({
      answers: [[text('Hal'), text('f'), new Error('Canceled')]],
      cancelAfter: 2,
    });
    const { items, end } = await runTurn([question], 5, ports);
    assert.deepEqual(end, { type: 'interrupted' });
    assert.deepEqual(items, [{ kind: 'assistantText', text: 'Half' }]);
  });

  it('answers every call when the user stops a tool', async () => {
    let stopped = false;
    const { ports } = scripted({ answers: [[call('a'), call('b'), call('c')]] });
    const { items, messages, end } = await runTurn([question], 5, {
      ...ports,
      isCanceled: () => stopped,
      invoke: ({ callId }) => {
        if (callId === 'b') {
          stopped = true;
          return Promise.reject(new Error('Canceled'));
        }
        return Promise.resolve(fine);
      },
    });
    assert.deepEqual(end, { type: 'interrupted' });
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['toolCall', 'toolResult', 'toolCall'],
    );
    assert.deepEqual(
      messages.at(-1)?.parts.map((part) => part.type === 'toolResult' && part.callId),
      ['a', 'b', 'c'],
    );
  });

  it('tells each step as it happens, and its items are those of the turn', async () => {
    const seen: string[][] = [];
    const { ports, steps } = scripted({
      answers: [
        [text('Look: '), call('a'), call('b')],
        [text('So '), text('it is.')],
      ],
      invoke: () => {
        seen.push(steps.map(({ kind }) => kind));
        return Promise.resolve(fine);
      },
    });
    const { items } = await runTurn([question], 5, ports);
    assert.deepEqual(seen, [
      ['text', 'call'],
      ['text', 'call', 'items', 'call'],
    ]);
    assert.deepEqual(joined(itemsOfSteps(steps)), joined(items));
    // Canceled while the second tool ran: its call is still recorded.
    assert.deepEqual(itemsOfSteps(steps.slice(0, 4)).at(-1), {
      kind: 'toolCall',
      name: 'look',
      input: { at: 'b' },
    });
  });
});

/** Adjacent texts are merged. */
function joined(items: readonly TurnItem[]): readonly TurnItem[] {
  return items.reduce<TurnItem[]>((all, item) => {
    const before = all.at(-1);
    if (item.kind === 'assistantText' && before?.kind === 'assistantText') {
      all[all.length - 1] = { ...before, text: before.text + item.text };
      return all;
    }
    return [...all, item];
  }, []);
}
