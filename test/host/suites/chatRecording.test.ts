import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { readKeenStrictly } from '../../support/strictKeenReader.ts';
import { drawnChat, send, text, type ChatOutcome } from '../support/chat.ts';
import { answered, said } from '../support/keenSession.ts';
import { useChat } from '../support/resumedChat.ts';

interface Note {
  readonly path?: string;
  readonly id?: string;
  readonly recorded?: boolean;
}

describe('A chat that is recorded', () => {
  const { model, request, resume, session, api } = useChat({ record: 'on' });
  const made: string[] = [];

  const noteOf = (outcome: ChatOutcome): Note => outcome.metadata?.sessionBrowser ?? {};
  const logOf = (outcome: ChatOutcome): string => {
    const { path } = noteOf(outcome);
    assert.ok(path !== undefined, `Not recorded: ${JSON.stringify(outcome)}`);
    made.push(path);
    return path;
  };
  const written = (path: string) => readKeenStrictly(readFileSync(path));
  const kinds = (path: string) => written(path).events.map(({ kind }) => kind);
  const say = (...chunks: readonly string[]) => {
    model().script({ kind: 'text', chunks });
  };
  const folder = () => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    return first.uri.fsPath;
  };

  afterEach(() => {
    for (const path of made.splice(0)) {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });

  it('begins a session with its first message and goes on with it', async () => {
    say('Good morning.');
    const first = await send('@session Hello');
    const path = logOf(first);
    assert.deepEqual(kinds(path), ['session_started', 'user_message', 'assistant_turn']);
    assert.equal(written(path).cwd, folder());
    say('Yes.');
    const second = await send('@session Are you there?');
    assert.equal(noteOf(second).path, path);
    assert.deepEqual(request(1).messages, [
      text('user', 'Hello'),
      text('assistant', 'Good morning.'),
      text('user', 'Are you there?'),
    ]);
    const { events, skipped, maxSeq } = written(path);
    assert.deepEqual([events.length, skipped, maxSeq], [5, [], 5]);
    const { messages } = await api().getConversation({ path });
    assert.deepEqual(
      messages.map(({ role, parts }) => ({ role, parts })),
      [
        text('user', 'Hello'),
        text('assistant', 'Good morning.'),
        text('user', 'Are you there?'),
        text('assistant', 'Yes.'),
      ],
    );
  });

  it('goes on in the log of the session that it resumed', async () => {
    const old = session('44444444-aaaa-4aaa-8aaa-000000000001', said('A'), answered('B'));
    await resume(old);
    say('D');
    const outcome = await send('@session C');
    assert.equal(noteOf(outcome).path, old.path);
    assert.deepEqual(
      written(old.path).conversation.map(({ role, content }) => [role, content]),
      [
        ['user', 'A'],
        ['assistant', 'B'],
        ['user', 'C'],
        ['assistant', 'D'],
      ],
    );
    old.append(said('From the terminal'), answered('Noted.'));
    say('F');
    await send('@session E');
    assert.deepEqual(request(1).messages.slice(4), [
      text('user', 'From the terminal'),
      text('assistant', 'Noted.'),
      text('user', 'E'),
    ]);
    assert.match((await drawnChat()).turns.at(-1)?.markdown ?? '', /gone on with elsewhere/);
    assert.deepEqual(written(old.path).skipped, []);
  });

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

  it('stops after its rounds with tools, and says how to go on', async () => {
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

  it('compacts by itself before the window is full', async () => {
    const long = 'tide '.repeat(110);
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

  it('compacts when told to, with the user’s guidance, and stays as it was if that fails', async () => {
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
  });

  it('forks: the copy has the first prompts, the original stays as it is', async () => {
    const old = session(
      '44444444-aaaa-4aaa-8aaa-000000000004',
      said('One'),
      answered('1'),
      said('Two'),
      answered('2'),
    );
    const before = readFileSync(old.path, 'utf8');
    await resume(old);
    const fork = logOf(await send('@session /fork 1'));
    assert.notEqual(fork, old.path);
    assert.deepEqual(
      written(fork).conversation.map(({ content }) => content),
      ['One', '1'],
    );
    say('other 2');
    const outcome = await send('@session Other two');
    assert.equal(noteOf(outcome).path, fork);
    assert.equal(readFileSync(old.path, 'utf8'), before);
    const listed = await api().listSessions();
    assert.ok(listed.some(({ path }) => path === fork));
  });

  it('begins anew after /new, and says which session it is', async () => {
    say('1');
    const first = logOf(await send('@session One'));
    await send('@session /new');
    say('2');
    const second = logOf(await send('@session Two'));
    assert.notEqual(first, second);
    assert.deepEqual(request(1).messages, [text('user', 'Two')]);
    await send('@session /session');
    const answer = (await drawnChat()).turns.at(-1)?.markdown ?? '';
    assert.ok(
      answer.includes(noteOf({ metadata: { sessionBrowser: { path: second } } }).path ?? ''),
    );
  });

  it('writes a stopped turn down as far as it came, and a failed one with its error', async () => {
    model().script({ kind: 'untilCancelled', chunks: ['Half'] });
    const sent = send('@session One');
    while (model().requests[0]?.state !== 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await sent;
    model().script({ kind: 'error', error: new Error('stream broke'), chunks: ['A bit'] });
    const path = logOf(await send('@session Two'));
    const turns = written(path).events.filter(({ kind }) => kind === 'assistant_turn');
    assert.equal(turns[0]?.payload?.interrupted, true);
    assert.equal(turns[0].payload.message, 'Half');
    assert.match(String(turns[1]?.payload?.error), /stream broke/);
  });

  it('never writes into another agent’s store: the chat goes on as a session of its own', async () => {
    const home = process.env.SESSION_BROWSER_TEST_HOME ?? process.env.HOME ?? '';
    const slug = `--${folder().replace(/^\//, '').replaceAll('/', '-')}--`;
    const root = join(home, '.pi', 'agent', 'sessions', slug);
    const id = '0199c0de-0000-7000-8000-00000000abcd';
    const pi = join(root, `2026-03-15T10-00-00-000Z_${id}.jsonl`);
    const entry = (own: string, parent: string | null, message: object) => ({
      type: 'message',
      id: own,
      parentId: parent,
      timestamp: '2026-03-15T10:00:05.000Z',
      message,
    });
    const block = (words: string) => [{ type: 'text', text: words }];
    const lines = [
      { type: 'session', version: 3, id, timestamp: '2026-03-15T10:00:00.000Z', cwd: folder() },
      entry('aa000001', null, { role: 'user', content: block('From pi'), timestamp: 1 }),
      entry('aa000002', 'aa000001', {
        role: 'assistant',
        content: block('Said in pi'),
        stopReason: 'stop',
        timestamp: 2,
      }),
    ];
    mkdirSync(root, { recursive: true });
    const bytes = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(pi, bytes);
    try {
      await vscode.commands.executeCommand('sessionBrowser.refresh');
      await vscode.commands.executeCommand('sessionBrowser.resumeInChat', { path: pi });
      say('Going on.');
      const path = logOf(await send('@session Go on'));
      assert.equal(readFileSync(pi, 'utf8'), bytes);
      assert.deepEqual(
        written(path).conversation.map(({ content }) => content),
        ['From pi', 'Said in pi', 'Go on', 'Going on.'],
      );
      assert.ok(existsSync(path));
    } finally {
      rmSync(pi, { force: true });
    }
  });

  function setTools(value: string | undefined): Thenable<void> {
    return setting('sessionBrowser.chat.tools', value);
  }

  function setting(key: string, value: unknown): Thenable<void> {
    return vscode.workspace
      .getConfiguration()
      .update(key, value, vscode.ConfigurationTarget.Global);
  }
});

describe('A chat that is not recorded', () => {
  const { model, request, api } = useChat({ record: 'off' });

  it('leaves nothing on disk and remembers its own turns', async () => {
    const before = await api().listSessions();
    model().script({ kind: 'text', chunks: ['1'] });
    const outcome = await send('@session One');
    assert.equal((outcome.metadata?.sessionBrowser as Note | undefined)?.path, undefined);
    model().script({ kind: 'text', chunks: ['2'] });
    await send('@session Two');
    assert.deepEqual(request(1).messages, [
      text('user', 'One'),
      text('assistant', '1'),
      text('user', 'Two'),
    ]);
    await vscode.commands.executeCommand('sessionBrowser.refresh');
    assert.deepEqual(
      (await api().listSessions()).map(({ path }) => path),
      before.map(({ path }) => path),
    );
  });
});
