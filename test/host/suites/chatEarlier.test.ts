import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { SessionRef } from '#core/events/session.ts';
import { commandIds } from '#host/vscode/contributions.ts';
import { drawnChat, send, text } from '../support/chat.ts';
import { answered, compacted, said, type KeenSession } from '../support/keenSession.ts';
import { PiSession } from '../support/piSession.ts';
import { noteOf, useRecordedChat } from '../support/recordedChat.ts';
import { setRecord, useChat } from '../support/resumedChat.ts';
import { itInFull } from '../../support/full.ts';

const resumeBefore = (session: SessionRef, rowId: string) =>
  vscode.commands.executeCommand(commandIds.resumeBeforeCompaction, {
    path: session.path,
    rowId,
    isConfirmed: true,
  });

const payloads = [
  said('One'),
  answered('1'),
  compacted('First summary'),
  said('Two'),
  answered('2'),
  compacted('Second summary'),
  said('Three'),
  answered('3'),
];

describe('A session resumed from before a compaction', () => {
  const { model, request, resume, session, api, logOf, written, say } = useRecordedChat();

  it('shows what came before, sends that to the model, and continues in a session of its own', async () => {
    const old = session('99999999-aaaa-4aaa-8aaa-000000000001', ...payloads);
    const before = readFileSync(old.path, 'utf8');
    await resumeBefore(old, '7.0');
    const drawn = await drawnChat();
    assert.deepEqual(
      drawn.turns.map(({ request: asked }) => asked),
      ['One', 'Two'],
    );
    assert.match(drawn.turns.at(-1)?.markdown ?? '', /Here the context was compacted\./);
    assert.deepEqual(model().requests, []);

    say('Differently.');
    const first = await send('@session And now?');
    assert.deepEqual(request(0).messages, [
      text('user', 'First summary'),
      text('user', 'Two'),
      text('assistant', '2'),
      text('user', 'And now?'),
    ]);
    const path = logOf(first);
    assert.notEqual(path, old.path);
    assert.equal(readFileSync(old.path, 'utf8'), before, 'The original stays as it is.');
    assert.deepEqual(
      written(path).conversation.map(({ role, content }) => [role, content]),
      [
        ['user', 'First summary'],
        ['user', 'Two'],
        ['assistant', '2'],
        ['user', 'And now?'],
        ['assistant', 'Differently.'],
      ],
    );
    const listed = (await api().listSessions()).find((each) => each.path === path);
    assert.deepEqual(listed?.parent, { id: old.id, path: old.path });
    const answer = (await drawnChat()).turns.at(-1)?.markdown ?? '';
    assert.match(answer, /Resumed “One” from Keen Code, from before a compaction · 3 messages/);
    assert.match(answer, /1 compaction applied/);
    assert.match(answer, /continues in a session of its own/);

    say('Still here.');
    const second = await send('@session Go on');
    assert.equal(noteOf(second).path, path);
    assert.deepEqual(request(1).messages.slice(-3), [
      text('user', 'And now?'),
      text('assistant', 'Differently.'),
      text('user', 'Go on'),
    ]);
  });

  itInFull('has no compaction before the first', async () => {
    const old = session('99999999-aaaa-4aaa-8aaa-000000000002', ...payloads);
    await resumeBefore(old, '4.0');
    say('Yes.');
    logOf(await send('@session And?'));
    assert.deepEqual(request(0).messages, [
      text('user', 'One'),
      text('assistant', '1'),
      text('user', 'And?'),
    ]);
  });

  itInFull('is not mistaken for the session’s own chat', async () => {
    const old = session('99999999-aaaa-4aaa-8aaa-000000000003', ...payloads);
    await resumeBefore(old, '4.0');
    await resume(old);
    assert.deepEqual(
      (await drawnChat()).turns.map(({ request: asked }) => asked),
      ['One', 'Two', 'Three'],
    );
  });

  itInFull('carries another agent’s conversation over', async () => {
    const old = new PiSession(
      '0199c0de-0000-7000-8000-00000000beef',
      { id: 'aa000001', parent: null, role: 'user', text: 'Asked' },
      { id: 'aa000002', parent: 'aa000001', role: 'assistant', text: 'Answered' },
      { id: 'aa000003', parent: 'aa000002', summary: 'All of it.' },
      { id: 'aa000004', parent: 'aa000003', role: 'user', text: 'Later' },
    );
    try {
      await vscode.commands.executeCommand(commandIds.refresh);
      await resumeBefore(old, '4.0');
      say('Good.');
      const path = logOf(await send('@session Instead'));
      assert.deepEqual(request(0).messages, [
        text('user', 'Asked'),
        text('assistant', 'Answered'),
        text('user', 'Instead'),
      ]);
      assert.deepEqual(
        written(path).conversation.map(({ content }) => content),
        ['Asked', 'Answered', 'Instead', 'Good.'],
      );
      assert.equal(readFileSync(old.path, 'utf8'), old.bytes);
    } finally {
      old.remove();
    }
  });

  itInFull('fits what came before to the model, and says so', async () => {
    const long = 'word '.repeat(300);
    const old = session(
      '99999999-aaaa-4aaa-8aaa-000000000004',
      said(long),
      answered('1'),
      said('Two'),
      answered('2'),
      compacted('Sum'),
    );
    await resumeBefore(old, '6.0');
    model().script({ kind: 'text', chunks: ['What was said.'] });
    say('Fine.');
    logOf(await send('@session And?', 'small'));
    const answer = (await drawnChat()).turns.at(-1)?.markdown ?? '';
    assert.match(answer, /Context compacted\.\*\* 2 earlier messages were summarized/);
    assert.equal(JSON.stringify(request(-1).messages).includes('What was said.'), true);
  });

  itInFull('is refused where there is no such compaction', async () => {
    const old = session('99999999-aaaa-4aaa-8aaa-000000000005', ...payloads);
    const turns = (await drawnChat()).turns.length;
    await resumeBefore(old, '2.0');
    assert.equal((await drawnChat()).turns.length, turns);
  });
});

describe('A session resumed from before a compaction in a chat that is not recorded', () => {
  const { request, session, model } = useChat({ record: 'off' });
  const made: string[] = [];

  afterEach(() => {
    for (const path of made.splice(0)) {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });

  const resumed = async (id: string): Promise<KeenSession> => {
    const old = session(id, ...payloads);
    await resumeBefore(old, '7.0');
    return old;
  };

  itInFull('remembers what was said in it, and never what came after', async () => {
    const old = await resumed('99999999-aaaa-4aaa-8aaa-000000000006');
    model().script({ kind: 'text', chunks: ['Differently.'] });
    await send('@session And now?');
    old.append(said('Meanwhile'), answered('Elsewhere'));
    model().script({ kind: 'text', chunks: ['Sure.'] });
    await send('@session Go on');
    assert.deepEqual(request(1).messages, [
      text('user', 'First summary'),
      text('user', 'Two'),
      text('assistant', '2'),
      text('user', 'And now?'),
      text('assistant', 'Differently.'),
      text('user', 'Go on'),
    ]);
    assert.doesNotMatch((await drawnChat()).turns.at(-1)?.markdown ?? '', /continued elsewhere/);
  });

  itInFull('forks whole, and in parts once it has a session', async () => {
    const old = await resumed('99999999-aaaa-4aaa-8aaa-000000000007');
    await send('@session /fork 1');
    assert.match((await drawnChat()).turns.at(-1)?.markdown ?? '', /Write a message first/);
    await setRecord('on');
    try {
      await send('@session /fork');
      model().script({ kind: 'text', chunks: ['Yes.'] });
      const outcome = await send('@session And?');
      const { path } = noteOf(outcome);
      assert.ok(path !== undefined);
      made.push(path);
      assert.notEqual(path, old.path);
      assert.deepEqual(request(-1).messages.slice(-2), [
        text('assistant', '2'),
        text('user', 'And?'),
      ]);
    } finally {
      await setRecord('off');
    }
  });
});
