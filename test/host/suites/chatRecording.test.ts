import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { drawnChat, send, text } from '../support/chat.ts';
import { answered, said } from '../support/keenSession.ts';
import { noteOf, useRecordedChat } from '../support/recordedChat.ts';
import { useChat } from '../support/resumedChat.ts';
import { pathsOfAgents } from '../support/sessionList.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

describe('A chat that is recorded', () => {
  const {
    model,
    request,
    resume,
    session,
    api,
    logOf,
    written,
    kinds,
    say,
    folder,
    removeAfterwards,
  } = useRecordedChat();

  it('starts a session with its first message and continues it', async () => {
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

  it('continues in the log of the session it resumed', async () => {
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
    assert.match((await drawnChat()).turns.at(-1)?.markdown ?? '', /continued elsewhere/);
    assert.deepEqual(written(old.path).skipped, []);
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

  itInFull(
    'forks its last messages with a summary of the others, which the model gets',
    async () => {
      const old = session(
        '44444444-aaaa-4aaa-8aaa-000000000005',
        said('One'),
        answered('1'),
        said('Two'),
        answered('2'),
      );
      await resume(old);
      say('## Goal\nTo count');
      const fork = logOf(await send('@session /fork last 2 with summary: keep the numbers'));
      const asked = request(0).messages;
      assert.deepEqual(asked.slice(0, 2), [text('user', 'One'), text('assistant', '1')]);
      assert.match(JSON.stringify(asked.slice(2)), /forks this session.*keep the numbers/);
      const answer = (await drawnChat()).turns.at(-1)?.markdown ?? '';
      assert.match(answer, /omits 2 messages .*> ## Goal\n> To count.*Session forked\. /s);
      say('3');
      assert.equal(logOf(await send('@session Three')), fork);
      const [summary, ...rest] = request(1).messages;
      assert.match(JSON.stringify(summary), /<compacted_context>.*To count/);
      assert.deepEqual(rest, [text('user', 'Two'), text('assistant', '2'), text('user', 'Three')]);
      const { rows } = await api().getTranscript({ path: fork }, { end: 2 });
      assert.ok(rows[1]?.kind === 'compaction');
      assert.equal(rows[1].summary.text, '## Goal\nTo count');
    },
  );

  itInFull('makes no fork where the summary that was asked for fails', async () => {
    const old = session('44444444-aaaa-4aaa-8aaa-000000000006', said('One'), answered('1'));
    await resume(old);
    model().script({ kind: 'error', error: new Error('broken') });
    const before = await pathsOfAgents(api());
    const outcome = await send('@session /fork last 1 with summary');
    assert.match(outcome.errorDetails?.message ?? '', /^Could not fork the session: /);
    assert.deepEqual(await pathsOfAgents(api()), before);
  });

  it('keeps a turn on the disk while it runs, and only then', async () => {
    model().script({ kind: 'untilCancelled', chunks: ['Working ', 'on it.'] });
    const sending = send('@session Take your time');
    await untilKept('on it.');
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await sending;
    const latest = (await api().listSessions()).find(
      ({ firstUserMessage }) => firstUserMessage === 'Take your time',
    );
    assert.ok(latest);
    removeAfterwards(latest.path);
    await until(() => {
      assert.deepEqual(kinds(latest.path), ['session_started', 'user_message', 'assistant_turn']);
      assert.deepEqual(journals(), []);
    });
  });

  itInFull('starts over after /new, and names its session', async () => {
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
    await untilKept('Half');
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await sent;
    await until(() => {
      assert.deepEqual(journals(), []);
    });
    model().script({ kind: 'error', error: new Error('stream broke'), chunks: ['A bit'] });
    const path = logOf(await send('@session Two'));
    const turns = written(path).events.filter(({ kind }) => kind === 'assistant_turn');
    assert.equal(turns[0]?.payload?.interrupted, true);
    assert.equal(turns[0].payload.message, 'Half');
    assert.match(String(turns[1]?.payload?.error), /stream broke/);
  });

  it('never writes to another agent’s store: the chat continues as its own session', async () => {
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
});

describe('A chat that is not recorded', () => {
  const { model, request, api } = useChat({ record: 'off' });

  it('leaves nothing on disk and remembers its own turns', async () => {
    const before = await pathsOfAgents(api());
    model().script({ kind: 'text', chunks: ['1'] });
    const outcome = await send('@session One');
    assert.equal(noteOf(outcome).path, undefined);
    model().script({ kind: 'text', chunks: ['2'] });
    await send('@session Two');
    assert.deepEqual(request(1).messages, [
      text('user', 'One'),
      text('assistant', '1'),
      text('user', 'Two'),
    ]);
    await vscode.commands.executeCommand('sessionBrowser.refresh');
    assert.deepEqual(await pathsOfAgents(api()), before);
  });
});

/** Of turns that run. */
function journals(): readonly string[] {
  const home = process.env.SESSION_BROWSER_TEST_HOME ?? process.env.HOME ?? '';
  return readdirSync(dirname(home), { recursive: true, encoding: 'utf8' })
    .filter((name) => /running-turns[/\\][^/\\]+\.jsonl$/.test(name))
    .map((name) => join(dirname(home), name));
}

/** Waits until a running turn's answer came as far as these words. */
async function untilKept(words: string): Promise<void> {
  await until(() => {
    assert.ok(journals().some((journal) => readFileSync(journal, 'utf8').includes(words)));
  });
}
