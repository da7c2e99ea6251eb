import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SessionBrowserApi } from '#host/export/api.ts';
import type { RecordedRequest, ScriptedModel } from '../helper/scriptedModel.ts';
import { drawnChat, newChat, recorded, send, text } from '../support/chat.ts';
import { activateProduct, scriptedModel } from '../support/extensions.ts';
import { answered, compacted, KeenSession, said } from '../support/keenSession.ts';

describe('Resume in Chat', () => {
  let model: ScriptedModel;
  let api: SessionBrowserApi;
  const sessions: KeenSession[] = [];

  const session = (...args: ConstructorParameters<typeof KeenSession>) => {
    const made = new KeenSession(...args);
    sessions.push(made);
    return made;
  };
  const resume = (ref: KeenSession) =>
    vscode.commands.executeCommand('sessionBrowser.resumeInChat', ref);
  const request = (index: number): RecordedRequest => {
    const found = model.requests.at(index);
    assert.ok(found, 'The model got no request.');
    return found;
  };

  before(async () => {
    const product = await activateProduct();
    api = product.exports as SessionBrowserApi;
  });

  beforeEach(async () => {
    model = await scriptedModel();
    await newChat();
  });

  afterEach(async () => {
    for (const made of sessions.splice(0)) {
      made.remove();
    }
    await vscode.commands.executeCommand('sessionBrowser.refresh');
  });

  /** Text, thinking, a tool with its memory, a shell run, a diff, an interruption. */
  const worked = () =>
    session(
      '11111111-aaaa-4aaa-8aaa-000000000001',
      said('Fix the <App> test of @session and #file:a.ts'),
      {
        assistant_turn: {
          transcript: [
            { kind: 'reasoning', content: 'Look first.' },
            { kind: 'text', content: 'I will check. [run](command:workbench.action.quit)\n\n' },
            { kind: 'tool_start', tool_start: { name: 'read_file', input: { path: 'a.go' } } },
            {
              kind: 'tool_end',
              tool_end: { name: 'read_file', output: { content: 'x' }, duration_ns: 1 },
            },
            {
              kind: 'bash',
              bash: {
                command: 'go test ./...',
                output: '\u001b[31mFAIL\u001b[0m\n\u001b]0;title\u0007',
                error: 'command failed',
                duration_ns: 2_400_000_000,
              },
            },
            {
              kind: 'diff',
              diff: {
                lines: [
                  { Kind: 2, OldLineNum: 1, NewLineNum: 0, Content: 'old' },
                  { Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: 'new' },
                ],
              },
            },
            { kind: 'text', content: 'One test fails.' },
          ],
          message: 'I will check.\n\nOne test fails.',
          turn_memory: {
            tool_activity: [
              { text_offset: 15, tool: 'read_file', input: { path: 'a.go' }, status: 'success' },
              {
                text_offset: 15,
                tool: 'bash',
                input: { command: 'go test ./...' },
                status: 'error',
                exit_code: 1,
              },
            ],
          },
        },
      },
      said('Go on'),
      answered('Half', { interrupted: true }),
    );

  it('draws the transcript natively, under the agent’s own name, with nothing active in it', async () => {
    await resume(worked());
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
      assert.ok(!part['isTrusted'], 'Text of a log is trusted.');
      assert.ok(!part['supportHtml'], 'Text of a log may hold HTML.');
    }
    assert.deepEqual(first.parts[3]?.['toolSpecificData'], {
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
    const past = worked();
    await resume(past);
    await send('@session What next?');
    const { messages } = await api.getConversation(past);
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

  it('says once what was resumed and how full the context is, and keeps that from the model', async () => {
    const past = session(
      '11111111-aaaa-4aaa-8aaa-000000000002',
      said('Rename *it*'),
      answered('Renamed.'),
    );
    await resume(past);
    model.script({ kind: 'text', chunks: ['First ', 'answer.'] });
    await send('@session One');
    model.script({ kind: 'text', chunks: ['Second answer.'] });
    await send('@session Two');

    const [, one, two] = (await drawnChat()).turns;
    assert.match(
      one?.markdown ?? '',
      /^\*Resumed “Rename \\\*it\\\*” from Keen Code · 2 messages · context 6 of 100,000 tokens \(1 %\)\*\n\nFirst answer\.$/,
    );
    assert.equal(one?.by, 'Session Browser');
    assert.equal(two?.markdown, 'Second answer.');
    assert.deepEqual(request(1).messages, [
      text('user', 'Rename *it*'),
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

  it('includes what the agent wrote meanwhile and says so', async () => {
    const past = session('11111111-aaaa-4aaa-8aaa-000000000004', said('A'), answered('B'));
    await resume(past);
    await send('@session One');
    past.append(said('In the terminal'), answered('Done there'));
    model.script({ kind: 'text', chunks: ['Seen.'] });
    await send('@session Two');
    assert.deepEqual(
      request(1)
        .messages.slice(0, 4)
        .map(({ parts }) => parts),
      ['A', 'B', 'In the terminal', 'Done there'].map((content) => [
        { type: 'text', text: content },
      ]),
    );
    const last = (await drawnChat()).turns.at(-1);
    assert.match(
      last?.markdown ?? '',
      /^\*.*elsewhere: 2 more messages, included here\.\*\n\nSeen\.$/,
    );
  });

  it('cuts a conversation that is too long to its newest whole exchanges and says so', async () => {
    const long = 'The epoch is taken in the wrong zone. '.repeat(16);
    const past = session(
      '11111111-aaaa-4aaa-8aaa-000000000005',
      said(`One ${long}`),
      answered(`One. ${long}`),
      said('Two'),
      answered(`Two. ${long}`, {
        turn_memory: {
          tool_activity: [
            { text_offset: 4, tool: 'bash', input: { command: 'ls' }, status: 'success' },
          ],
        },
      }),
    );
    await resume(past);
    await send('@session Three', 'small');
    assert.equal(request(0).model, 'small');
    assert.deepEqual(request(0).messages, [
      ...recorded((await api.getConversation(past)).messages.slice(2)),
      text('user', 'Three'),
    ]);
    assert.equal(request(0).messages[1]?.parts[1]?.type, 'toolCall');
    assert.match(
      (await drawnChat()).turns.at(-1)?.markdown ?? '',
      /The oldest 2 of 7 messages were left out/,
    );
  });

  it('does not send a message that alone is larger than the model takes', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000006', said('A'), answered('B')));
    const outcome = await send(`@session ${'word '.repeat(600)}`, 'small');
    assert.match(outcome.errorDetails?.message ?? '', /This message alone is larger/);
    assert.equal(model.requests.length, 0);
  });

  it('tells what a model error means, and does not send the unanswered message again', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000007', said('A'), answered('B')));
    model.script({ kind: 'error', error: vscode.LanguageModelError.Blocked('No quota left.') });
    const blocked = await send('@session One');
    assert.match(blocked.errorDetails?.message ?? '', /takes no requests now.*No quota left\./);
    model.script({ kind: 'text', chunks: [] });
    const empty = await send('@session Two');
    assert.match(empty.errorDetails?.message ?? '', /empty answer/);
    model.script({ kind: 'error', error: new Error('stream broke') });
    const broken = await send('@session Three');
    assert.match(broken.errorDetails?.message ?? '', /stream broke/);
    await send('@session Four');
    assert.deepEqual(request(3).messages, [
      text('user', 'A'),
      text('assistant', 'B'),
      text('user', 'Four'),
    ]);
  });

  it('tells past calls in words to a model that refuses them as parts', async () => {
    await resume(worked());
    model.script({ kind: 'error', error: new Error('tools must be defined') });
    model.script({ kind: 'text', chunks: ['Fine.'] });
    const outcome = await send('@session Next');
    assert.equal(outcome.errorDetails, undefined);
    const parts = request(1).messages.flatMap((message) => message.parts);
    assert.deepEqual(new Set(parts.map(({ type }) => type)), new Set(['text']));
    assert.deepEqual(parts[2], { type: 'text', text: '[Called read_file with {"path":"a.go"}]' });
  });

  it('stops the model when the user does, and keeps what had come', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000008', said('A'), answered('B')));
    model.script({ kind: 'untilCancelled', chunks: ['Half an ', 'answer'] });
    const sent = send('@session One');
    while (model.requests[0]?.state !== 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await sent;
    await send('@session Two');
    assert.equal(request(0).state, 'cancelled');
    assert.deepEqual(request(1).messages.slice(2), [
      text('user', 'One'),
      text('assistant', 'Half an answer'),
      text('user', 'Two'),
    ]);
  });

  it('keeps chats apart', async () => {
    const first = session('11111111-aaaa-4aaa-8aaa-000000000009', said('First'), answered('1'));
    const second = session('11111111-aaaa-4aaa-8aaa-00000000000a', said('Second'), answered('2'));
    await resume(first);
    await send('@session To the first');
    await resume(second);
    await send('@session To the second');
    await send(`@session /resume ${first.id}`);
    await send('@session Back to the first');
    const dialogues = model.requests.map(({ messages }) =>
      messages
        .flatMap(({ parts }) => parts)
        .map((part) => (part.type === 'text' ? part.text : part.type)),
    );
    assert.deepEqual(dialogues, [
      ['First', '1', 'To the first'],
      ['Second', '2', 'To the second'],
      ['First', '1', 'Back to the first'],
    ]);
  });

  it('sends what is attached to the message with it', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-00000000000b', said('A'), answered('B')));
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'attached.txt');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('one\n```\ntwo\n'));
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '@session Look',
      mode: 'ask',
      attachFiles: [file],
      blockOnResponse: true,
    });
    await vscode.workspace.fs.delete(file);
    const last = request(0).messages.at(-1)?.parts[0];
    assert.ok(last?.type === 'text');
    assert.equal(last.text, 'Look\n\nAttached: attached.txt\n````plaintext\none\n```\ntwo\n````');
  });

  it('leaves the first turns of a long session out of the view, says so, and not from the model', async () => {
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
      /first 30 turns are not drawn.*command:sessionBrowser\.openReplay/,
    );
    assert.equal(drawn[1]?.request, 'Question 30');
    await send('@session Next');
    assert.equal(request(0).messages.length, 461);
  });
});
