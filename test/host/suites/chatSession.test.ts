import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { readKeenStrictly } from '../../support/strictKeenReader.ts';
import { drawnChat, send, text, type ChatOutcome } from '../support/chat.ts';
import { answered, said } from '../support/keenSession.ts';
import { takeUntil, untilDone } from '../support/quickPick.ts';
import { setRecord, useChat } from '../support/resumedChat.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

describe('A chat and its session', () => {
  const { model, request, resume, session } = useChat({ record: 'on' });
  const made: string[] = [];

  const lastAnswer = async () => (await drawnChat()).turns.at(-1)?.markdown ?? '';
  const pathOf = (outcome: ChatOutcome) => outcome.metadata?.sessionBrowser?.path;
  const say = (answer: string) => {
    model().script({ kind: 'text', chunks: [answer] });
  };
  /** A chat's own session; deleted after the test. */
  const begin = async (message: string): Promise<string> => {
    say('Yes.');
    const path = pathOf(await send(`@session ${message}`));
    assert.ok(typeof path === 'string');
    made.push(path);
    return path;
  };
  const kinds = (path: string) =>
    readKeenStrictly(readFileSync(path)).events.map(({ kind }) => kind);

  afterEach(async () => {
    await setRecord('on');
    for (const path of made.splice(0)) {
      rmSync(dirname(path), { recursive: true, force: true });
    }
  });

  itInFull('reports for every command that a chat without a session has none', async () => {
    for (const [command, sentence] of [
      ['session', /^This chat has no session yet/],
      ['compact', /^There is no recorded conversation to compact/],
      ['fork', /^There is no session to fork/],
      ['export', /^There is no session to export/],
    ] as const) {
      const outcome = await send(`@session /${command}`);
      assert.match(await lastAnswer(), sentence);
      assert.equal(outcome.metadata?.sessionBrowser, undefined, command);
    }
    assert.equal(model().requests.length, 0);
  });

  it('says which session it is, where its log is, and leads to its replay', async () => {
    const path = await begin('Which one?');
    await send('@session /session');
    const answer = await lastAnswer();
    assert.ok(
      answer.includes('Agent: Session Browser Chat') && answer.includes(`\`${path}\``),
      answer,
    );
    assert.match(answer, /\[Open Replay\]\(command:sessionBrowser\.openReplay\?/);
    const part = (await drawnChat()).turns.at(-1)?.parts.find((each) => 'value' in each);
    assert.deepEqual(part?.isTrusted, { enabledCommands: ['sessionBrowser.openReplay'] });
    say('Still you.');
    assert.equal(pathOf(await send('@session And now?')), path);
  });

  itInFull('tells with every answer whether it is recorded', async () => {
    await begin('Hello');
    assert.match(await lastAnswer(), /tokens \(1%\) · recorded as a new session\*/);
    say('Yes.');
    await send('@session And now?');
    assert.match(await lastAnswer(), /tokens \(1%\) · recorded\*/);
    await setRecord('off');
    say('Fine.');
    await send('@session Off the record');
    assert.match(await lastAnswer(), /tokens \(1%\) · not recorded\*/);
  });

  itInFull(
    'stops recording when that is switched off, and remembers what follows by itself',
    async () => {
      const path = await begin('One');
      await setRecord('off');
      const before = readFileSync(path, 'utf8');
      say('2');
      await send('@session Two');
      say('3');
      await send('@session Three');
      assert.equal(readFileSync(path, 'utf8'), before);
      assert.deepEqual(request(2).messages, [
        text('user', 'One'),
        text('assistant', 'Yes.'),
        text('user', 'Two'),
        text('assistant', '2'),
        text('user', 'Three'),
      ]);
    },
  );

  itInFull('keeps its own setting when recording is turned on later', async () => {
    await setRecord('off');
    say('1');
    await send('@session One');
    await setRecord('on');
    say('2');
    assert.equal(pathOf(await send('@session Two')), undefined);
    assert.equal(request(1).messages.length, 3);
    await send('@session /new');
    await begin('Three');
  });

  itInFull('is not forked into what nobody can count', async () => {
    const old = session('77777777-aaaa-4aaa-8aaa-000000000001', said('One'), answered('1'));
    await resume(old);
    for (const given of ['abc', '0', '-1', '1.5']) {
      await send(`@session /fork ${given}`);
      assert.match(await lastAnswer(), /`\/fork last 10` its last ten messages/);
    }
    say('2');
    assert.equal(pathOf(await send('@session Two')), old.path);
  });

  itInFull(
    'forks all of the session without a number, or with more prompts than it has',
    async () => {
      const old = session('77777777-aaaa-4aaa-8aaa-000000000002', said('One'), answered('1'));
      await resume(old);
      for (const given of ['', ' 99']) {
        const fork = pathOf(await send(`@session /fork${given}`));
        assert.ok(typeof fork === 'string' && fork !== old.path);
        made.push(fork);
        assert.deepEqual(kinds(fork), ['session_started', 'user_message', 'assistant_turn']);
        assert.match(await lastAnswer(), /^Session forked\. This chat continues with \[the copy\]/);
      }
    },
  );

  itInFull(
    'is not compacted where that would not be recorded, or there is nothing to sum up',
    async () => {
      const empty = session('77777777-aaaa-4aaa-8aaa-000000000003');
      await send(`@session /resume ${empty.id}`);
      await send('@session /compact');
      assert.match(await lastAnswer(), /Nothing to compact yet/);
      const old = session('77777777-aaaa-4aaa-8aaa-000000000004', said('One'), answered('1'));
      const before = readFileSync(old.path, 'utf8');
      await resume(old);
      await setRecord('off');
      await send('@session /compact');
      assert.match(await lastAnswer(), /^Only recorded chats can be compacted/);
      assert.equal(model().requests.length, 0);
      assert.equal(readFileSync(old.path, 'utf8'), before);
    },
  );

  itInFull('is exported as its user chooses', async () => {
    await begin('Write me down');
    await vscode.env.clipboard.writeText('');
    await takeUntil(
      () => send('@session /export'),
      [2, 2],
      async () => {
        assert.equal(await lastAnswer(), 'Exported.');
      },
    );
    assert.match(await vscode.env.clipboard.readText(), /## User\n\nWrite me down/);
    await untilDone(send('@session /export'), 'workbench.action.closeQuickOpen');
    assert.equal(await lastAnswer(), 'Nothing was exported.');
  });

  itInFull('offers to go on where the model had used its rounds up', async () => {
    const configuration = vscode.workspace.getConfiguration('sessionBrowser.chat');
    await configuration.update('tools', 'all', vscode.ConfigurationTarget.Global);
    await configuration.update('maxToolRounds', 1, vscode.ConfigurationTarget.Global);
    try {
      const input = { path: '../x', text: '' };
      model().script({ kind: 'toolCall', callId: 'c1', name: 'scripted_write', input });
      const path = pathOf(await send('@session Work'));
      assert.ok(typeof path === 'string');
      made.push(path);
      await until(async () => {
        assert.deepEqual((await drawnChat()).turns.at(-1)?.followups, ['Continue']);
      });
      say('Done.');
      assert.equal(pathOf(await send('@session Continue')), path);
      assert.deepEqual(
        request(1).messages.map(({ parts }) => parts.map(({ type }) => type)),
        [['text'], ['toolCall'], ['toolResult'], ['text']],
      );
      await until(async () => {
        assert.deepEqual((await drawnChat()).turns.at(-1)?.followups, []);
      });
    } finally {
      await configuration.update('tools', undefined, vscode.ConfigurationTarget.Global);
      await configuration.update('maxToolRounds', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
