import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { drawnChat, recorded, send, text } from '../support/chat.ts';
import { answered, said } from '../support/keenSession.ts';
import { useChat, workedPayloads } from '../support/resumedChat.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

describe('A resumed chat', () => {
  const { model, api, session, resume, request } = useChat();

  it('includes what the agent wrote meanwhile and says so', async () => {
    const past = session('11111111-aaaa-4aaa-8aaa-000000000004', said('A'), answered('B'));
    await resume(past);
    await send('@session One');
    past.append(said('In the terminal'), answered('Done there'));
    model().script({ kind: 'text', chunks: ['Seen.'] });
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
      /^\*.*elsewhere; 2 new messages are included\.\*\n\nSeen\.\n\n\*context [^*]+\*\n\n$/,
    );
  });

  itInFull(
    'cuts a conversation that is too long to its newest whole exchanges and says so',
    async () => {
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
        ...recorded((await api().getConversation(past)).messages.slice(2)),
        text('user', 'Three'),
      ]);
      assert.equal(request(0).messages[1]?.parts[1]?.type, 'toolCall');
      assert.match(
        (await drawnChat()).turns.at(-1)?.markdown ?? '',
        /The oldest 2 of 7 messages were left out/,
      );
    },
  );

  itInFull('does not send a message that alone is larger than the model takes', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000006', said('A'), answered('B')));
    const outcome = await send(`@session ${'word '.repeat(600)}`, 'small');
    assert.match(outcome.errorDetails?.message ?? '', /This message alone exceeds/);
    assert.equal(model().requests.length, 0);
  });

  it('explains a model error, and does not resend the unanswered message', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000007', said('A'), answered('B')));
    model().script({ kind: 'error', error: vscode.LanguageModelError.Blocked('No quota left.') });
    const blocked = await send('@session One');
    assert.match(blocked.errorDetails?.message ?? '', /is not accepting requests.*No quota left\./);
    model().script({ kind: 'text', chunks: [] });
    const empty = await send('@session Two');
    assert.match(empty.errorDetails?.message ?? '', /empty answer/);
    model().script({ kind: 'error', error: new Error('stream broke') });
    const broken = await send('@session Three');
    assert.match(broken.errorDetails?.message ?? '', /stream broke/);
    await send('@session Four');
    assert.deepEqual(request(3).messages, [
      text('user', 'A'),
      text('assistant', 'B'),
      text('user', 'Four'),
    ]);
    const offering = (await drawnChat()).turns.filter(({ kinds }) => kinds.includes('command'));
    assert.deepEqual(
      offering.map(({ request: asked }) => asked),
      ['@session One'],
      'Another agent is offered where a quota is used up, and nowhere else.',
    );
  });

  itInFull('tells past calls in words to a model that refuses them as parts', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000001', ...workedPayloads));
    model().script({ kind: 'error', error: new Error('tools must be defined') });
    model().script({ kind: 'text', chunks: ['Fine.'] });
    const outcome = await send('@session Next');
    assert.equal(outcome.errorDetails, undefined);
    const parts = request(1).messages.flatMap((message) => message.parts);
    assert.deepEqual(new Set(parts.map(({ type }) => type)), new Set(['text']));
    assert.deepEqual(parts[2], { type: 'text', text: '[Called read_file with {"path":"a.go"}]' });
  });

  it('stops the model when the user does, and keeps the partial answer', async () => {
    await resume(session('11111111-aaaa-4aaa-8aaa-000000000008', said('A'), answered('B')));
    model().script({ kind: 'untilCancelled', chunks: ['Half an ', 'answer'] });
    const sent = send('@session One');
    await until(async () => {
      assert.match((await drawnChat()).turns.at(-1)?.markdown ?? '', /Half an answer/);
    });
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

  itInFull('keeps chats apart', async () => {
    const first = session('11111111-aaaa-4aaa-8aaa-000000000009', said('First'), answered('1'));
    const second = session('11111111-aaaa-4aaa-8aaa-00000000000a', said('Second'), answered('2'));
    await resume(first);
    await send('@session To the first');
    await resume(second);
    await send('@session To the second');
    await send(`@session /resume ${first.id}`);
    await send('@session Back to the first');
    const dialogues = model().requests.map(({ messages }) =>
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

  itInFull('sends attachments with the message', async () => {
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
});
