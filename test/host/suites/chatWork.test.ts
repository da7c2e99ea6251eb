import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { drawnChat, send, text } from '../support/chat.ts';
import { answered, said } from '../support/keenSession.ts';
import { useRecordedChat } from '../support/recordedChat.ts';
import { itInFull } from '../../support/full.ts';

describe('A recorded chat that works and is compacted', () => {
  const { model, request, resume, session, api, logOf, written, kinds, say, folder } =
    useRecordedChat();

  it('lets the model work with tools, and records calls and what changed', async () => {
    await setTools('all');
    const note = join(folder(), 'recorded-note.txt');
    try {
      const input = { path: 'recorded-note.txt', text: 'High water\n' };
      model().script(
        { kind: 'toolCall', callId: 'c1', name: 'scripted_write', input },
        { kind: 'text', chunks: ['I wrote it.'] },
      );
      const outcome = await send('@session Write it down');
      const path = logOf(outcome);
      assert.ok(request(0).tools.includes('scripted_write'));
      assert.equal(readFileSync(note, 'utf8'), 'High water\n');
      assert.deepEqual(request(1).messages.slice(1), [
        {
          role: 'assistant',
          parts: [{ type: 'toolCall', callId: 'c1', name: 'scripted_write', input }],
        },
        {
          role: 'user',
          parts: [{ type: 'toolResult', callId: 'c1', text: 'Wrote recorded-note.txt.' }],
        },
      ]);
      const turn = written(path).events.at(-1)?.payload;
      const items = (turn?.transcript ?? []) as readonly { readonly kind: string }[];
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['tool_start', 'diff', 'tool_end', 'text'],
      );
      const { messages } = await api().getConversation({ path });
      assert.deepEqual(
        messages.flatMap(({ parts }) => parts.map(({ type }) => type)),
        ['text', 'toolCall', 'toolResult', 'text'],
      );
    } finally {
      rmSync(note, { force: true });
      await setTools(undefined);
    }
  });

  itInFull('stops after its rounds with tools, and says how to go on', async () => {
    await setTools('all');
    await setting('sessionBrowser.chat.maxToolRounds', 2);
    try {
      const call = { name: 'scripted_write', input: { path: '../x', text: '' } };
      model().script(
        { kind: 'toolCall', callId: 'c1', ...call },
        { kind: 'toolCall', callId: 'c2', ...call },
      );
      const path = logOf(await send('@session Work'));
      assert.equal(model().requests.length, 2);
      assert.match((await drawnChat()).turns.at(-1)?.markdown ?? '', /Stopped after 2 rounds/);
      assert.deepEqual(kinds(path), ['session_started', 'user_message', 'assistant_turn']);
    } finally {
      await setTools(undefined);
      await setting('sessionBrowser.chat.maxToolRounds', undefined);
    }
  });

  itInFull('compacts by itself before the window is full', async () => {
    const long = 'tide '.repeat(140);
    const old = session(
      '44444444-aaaa-4aaa-8aaa-000000000002',
      said('The first'),
      answered(long),
      said('The second'),
      answered(long),
    );
    await resume(old);
    say('## Goal\nTides');
    say('Fine.');
    await send('@session And now?', 'small');
    assert.equal(model().requests.length, 2);
    assert.deepEqual(kinds(old.path).slice(-3), [
      'compaction_applied',
      'user_message',
      'assistant_turn',
    ]);
    const answer = (await drawnChat()).turns.at(-1)?.markdown ?? '';
    assert.match(answer, /Context compacted/);
    const sent = request(1).messages;
    const [summary] = sent[0]?.parts ?? [];
    assert.ok(summary?.type === 'text');
    assert.match(summary.text, /<compacted_context>[^]*## Goal\nTides/);
    assert.deepEqual(sent.at(-1), text('user', 'And now?'));
  });

  itInFull(
    'compacts when told to, with the user’s guidance, and stays as it was if that fails',
    async () => {
      const old = session(
        '44444444-aaaa-4aaa-8aaa-000000000003',
        said('One'),
        answered('1'),
        said('Two'),
        answered('2'),
      );
      await resume(old);
      model().script({ kind: 'error', error: new Error('no') });
      const before = readFileSync(old.path, 'utf8');
      await send('@session /compact');
      assert.equal(readFileSync(old.path, 'utf8'), before);
      say('All about ports.');
      await send('@session /compact mind the ports');
      const asked = request(1).messages.at(-1)?.parts[0];
      assert.ok(asked?.type === 'text' && asked.text.includes('mind the ports'));
      assert.equal(kinds(old.path).at(-1), 'compaction_applied');
      say('3');
      await send('@session Three');
      const sent = request(2).messages;
      assert.deepEqual(sent.slice(1), [
        text('user', 'Two'),
        text('assistant', '2'),
        text('user', 'Three'),
      ]);
    },
  );

  function setTools(value: string | undefined): Thenable<void> {
    return setting('sessionBrowser.chat.tools', value);
  }

  function setting(key: string, value: unknown): Thenable<void> {
    return vscode.workspace
      .getConfiguration()
      .update(key, value, vscode.ConfigurationTarget.Global);
  }
});
