import assert from 'node:assert/strict';
import { itInFull } from '../../support/full.ts';
import { drawnChat, recorded, send, text } from '../support/chat.ts';
import { answered, compacted, said } from '../support/keenSession.ts';
import { useChat, workedPayloads } from '../support/resumedChat.ts';

describe('Resume in Chat', () => {
  const { model, api, session, resume, request } = useChat();

  it('draws the transcript natively, under the agent’s own name, with nothing active in it', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000001', ...workedPayloads));
    const { turns } = await drawnChat();
    assert.deepEqual(
      turns.map(({ request: message, by, kinds }) => ({ message, by, kinds })),
      [
        {
          message: 'Fix the <App> test of @session and #file:a.ts',
          by: 'Keen Code',
          kinds: [
            'thinking',
            'markdown',
            'toolInvocationSerialized',
            'toolInvocationSerialized',
            'markdown',
            'markdown',
          ],
        },
        { message: 'Go on', by: 'Keen Code', kinds: ['markdown', 'warning'] },
      ],
    );
    const [first] = turns;
    assert.ok(first);
    assert.match(first.markdown, /```diff\n-old\n\+new\n```/);
    for (const part of first.parts) {
      assert.ok(!part.isTrusted, 'Text of a log is trusted.');
      assert.ok(!part.supportHtml, 'Text of a log may hold HTML.');
    }
    assert.deepEqual(first.parts[3]?.toolSpecificData, {
      kind: 'terminal',
      language: 'sh',
      commandLine: { original: 'go test ./...' },
      terminalCommandOutput: {
        text: '\u001b[38;5;1mFAIL\u001b[0m\r\n\u001b[38;5;1mcommand failed\u001b[0m',
        lineCount: 2,
      },
      terminalCommandState: { exitCode: 1, duration: 2400 },
    });
  });

  it('sends the projected messages and the prompt, and calls and results as parts', async () => {
    const past = session('11111111-aaaa-4aaa-8aaa-000000000001', ...workedPayloads);
    await resume(past);
    await send('@session What next?');
    const { messages } = await api().getConversation(past);
    assert.deepEqual(request(0).messages, [...recorded(messages), text('user', 'What next?')]);
    assert.deepEqual(request(0).messages.slice(0, 3), [
      text('user', 'Fix the <App> test of @session and #file:a.ts'),
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'I will check.\n\n' },
          {
            type: 'toolCall',
            callId: 'historical_1_0',
            name: 'read_file',
            input: { path: 'a.go' },
          },
          {
            type: 'toolCall',
            callId: 'historical_1_1',
            name: 'bash',
            input: { command: 'go test ./...' },
          },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'toolResult', callId: 'historical_1_0', text: '{"status":"success"}' },
          {
            type: 'toolResult',
            callId: 'historical_1_1',
            text: '{"status":"error","exit_code":1}',
          },
        ],
      },
    ]);
    assert.deepEqual(request(0).tools, []);
  });

  it('reports once what was resumed and how full the context is, but not to the model', async () => {
    const past = session(
      '11111111-aaaa-4aaa-8aaa-000000000002',
      said('Rename 2*it'),
      answered('Renamed.'),
    );
    await resume(past);
    model().script({ kind: 'text', chunks: ['First ', 'answer.'] });
    await send('@session One');
    model().script({ kind: 'text', chunks: ['Second answer.'] });
    await send('@session Two');

    const [, one, two] = (await drawnChat()).turns;
    assert.match(
      one?.markdown ?? '',
      /^\*Resumed “Rename 2\\\*it” from Keen Code · 2 messages · context 6 of 100,000 tokens \(1%\)\*\n\nFirst answer\.\n\n\*context 10 of 100,000 tokens \(1%\) · not recorded\*\n\n$/,
    );
    assert.equal(one?.by, 'Session Browser');
    assert.match(two?.markdown ?? '', /^Second answer\.\n\n\*context 15 of [^*]+\*\n\n$/);
    assert.deepEqual(request(1).messages, [
      text('user', 'Rename 2*it'),
      text('assistant', 'Renamed.'),
      text('user', 'One'),
      text('assistant', 'First answer.'),
      text('user', 'Two'),
    ]);
  });

  it('sends only what a compaction left and what came after', async () => {
    const past = session(
      '11111111-aaaa-4aaa-8aaa-000000000003',
      said('Long ago'),
      answered('Forgotten'),
      compacted('## Goal\nFix the test'),
      said('After'),
      answered('Kept'),
    );
    await resume(past);
    await send('@session Next');
    assert.deepEqual(request(0).messages, [
      text('user', '## Goal\nFix the test'),
      text('user', 'After'),
      text('assistant', 'Kept'),
      text('user', 'Next'),
    ]);
    const { turns } = await drawnChat();
    assert.match(turns[0]?.markdown ?? '', /---\n\n\*\*Context compacted\.\*\*.*> ## Goal/s);
    assert.match(turns.at(-1)?.markdown ?? '', /1 compaction applied/);
  });

  itInFull(
    'leaves the first turns of a long session out of the view, says so, and not from the model',
    async () => {
      const turns = Array.from({ length: 230 }, (_, index) => [
        said(`Question ${index}`),
        answered(`Answer ${index}`),
      ]).flat();
      await resume(session('11111111-aaaa-4aaa-8aaa-00000000000c', ...turns));
      const { turns: drawn } = await drawnChat();
      assert.equal(drawn.length, 201);
      assert.equal(drawn[0]?.request, 'Question 0');
      assert.match(
        drawn[0].markdown,
        /first 30 turns are not shown.*command:sessionBrowser\.openReplay/,
      );
      assert.equal(drawn[1]?.request, 'Question 30');
      await send('@session Next');
      assert.equal(request(0).messages.length, 461);
    },
  );
});
