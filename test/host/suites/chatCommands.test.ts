import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserError } from '#core/userError.ts';
import { ensureChat } from '#host/chat/resume/chatReady.ts';
import type { ScriptedModel } from '../helper/scriptedModel.ts';
import { drawnChat, newChat, send, text } from '../support/chat.ts';
import { activateProduct, scriptedModel } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { setRecord } from '../support/resumedChat.ts';
import { itInFull } from '../../support/full.ts';

describe('@session without a resumed chat', () => {
  let model: ScriptedModel;
  let zebra: KeenSession;
  let second: KeenSession;
  let latest: KeenSession;

  before(async () => {
    await activateProduct();
    await setRecord('off');
    zebra = new KeenSession(
      '22222222-aaaa-4aaa-8aaa-000000000001',
      said('Zebra one'),
      answered('1'),
    );
    second = new KeenSession(
      '22222222-bbbb-4aaa-8aaa-000000000002',
      said('Zebra two'),
      answered('2'),
    );
    latest = new KeenSession(
      '33333333-aaaa-4aaa-8aaa-000000000003',
      said('The [latest](command:workbench.action.quit) *one*'),
      answered('3'),
    );
    latest.makeLatest();
  });

  beforeEach(async () => {
    model = await scriptedModel();
    await newChat();
  });

  after(async () => {
    for (const made of [zebra, second, latest]) {
      made.remove();
    }
    await setRecord(undefined);
    await vscode.commands.executeCommand('sessionBrowser.refresh');
  });

  const lastAnswer = async () => (await drawnChat()).turns.at(-1)?.markdown ?? '';
  const sent = () =>
    model.requests.map(({ messages }) =>
      messages.flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : ''))),
    );

  for (const [record, sentence] of [
    ['on', /^This chat has no session yet\. Your next message starts one/],
    ['ask', /^This chat has no session yet\. With your next message, you are asked/],
    ['off', /^Your messages go to the model and are not recorded/],
  ] as const) {
    const test = record === 'on' ? it : itInFull;
    test(`explains itself and offers the latest sessions where recording is set to ${record}`, async () => {
      await setRecord(record);
      const outcome = await send('@session');
      await setRecord('off');
      assert.equal(outcome.metadata?.sessionBrowser, undefined);
      assert.equal(model.requests.length, 0);
      const answer = await lastAnswer();
      assert.match(answer, sentence);
      assert.match(answer, /`\/resume` resumes the latest session/);
      assert.equal(answer.match(/command:sessionBrowser\.resumeInChat\?/g)?.length, 3);
    });
  }

  it('lists the newest with links for two commands of ours and no others', async () => {
    await send('@session /sessions');
    const [turn] = (await drawnChat()).turns;
    assert.ok(turn);
    const lines = turn.markdown.split('\n').filter((line) => line.startsWith('- '));
    assert.equal(lines.length, 10);
    assert.match(lines[0] ?? '', /^- \*\*The latest one\*\*/);
    assert.doesNotMatch(turn.markdown, /command\\?:workbench/);
    assert.deepEqual(turn.parts.find((part) => 'value' in part)?.isTrusted, {
      enabledCommands: ['sessionBrowser.resumeInChat', 'sessionBrowser.openReplay'],
    });
  });

  it('resumes the latest session without a name', async () => {
    const outcome = await send('@session /resume');
    assert.equal(outcome.metadata?.sessionBrowser?.id, latest.id);
    assert.match(await lastAnswer(), /Resumed .*2 messages · context \d+ of 100,000 tokens/);
    await send('@session Go on');
    assert.deepEqual(sent(), [['The [latest](command:workbench.action.quit) *one*', '3', 'Go on']]);
    assert.doesNotMatch(await lastAnswer(), /Resumed/);
  });

  it('resumes by the start of an ID, and sends the rest as a message', async () => {
    await send('@session /resume 22222222-B');
    await send('@session /resume 22222222-a What was it about?');
    await send('@session Really?');
    assert.deepEqual(sent(), [
      ['Zebra one', '1', 'What was it about?'],
      ['Zebra one', '1', 'What was it about?', sent()[1]?.[3], 'Really?'],
    ]);
  });

  itInFull('resumes by words of the first message', async () => {
    const outcome = await send('@session /resume TWO zebra');
    assert.equal(outcome.metadata?.sessionBrowser?.id, second.id);
  });

  itInFull('resumes the newest of several with the words, and lists the others', async () => {
    const outcome = await send('@session /resume zebra');
    assert.ok([zebra.id, second.id].includes(String(outcome.metadata?.sessionBrowser?.id)));
    const answer = await lastAnswer();
    assert.match(answer, /Resumed .*Other matching sessions:/s);
    assert.equal(answer.match(/^- \*\*/gm)?.length, 1);
  });

  itInFull(
    'asks which one if several IDs start like that, and reports when none matches',
    async () => {
      const asked = await send('@session /resume 2222');
      assert.equal(asked.metadata?.sessionBrowser, undefined);
      const answer = await lastAnswer();
      assert.match(answer, /Several session IDs start with that/);
      assert.equal(answer.match(/^- /gm)?.length, 2);
      await send('@session /resume no such words');
      assert.match(await lastAnswer(), /No session matches “no such words”/);
      assert.equal(model.requests.length, 0);
    },
  );

  itInFull('keeps the session of a chat when a command found none', async () => {
    await send(`@session /resume ${zebra.id}`);
    await send('@session /sessions');
    await send('@session Still here?');
    assert.deepEqual(model.requests[0]?.messages.slice(0, 2), [
      text('user', 'Zebra one'),
      text('assistant', '1'),
    ]);
  });

  itInFull('reports when the session is gone, and continues when it is back', async () => {
    const gone = new KeenSession(
      '44444444-aaaa-4aaa-8aaa-000000000004',
      said('Here'),
      answered('4'),
    );
    await send(`@session /resume ${gone.id}`);
    gone.remove();
    const outcome = await send('@session Hello?');
    assert.ok(outcome.errorDetails !== undefined && outcome.errorDetails.message.length > 20);
    assert.equal(model.requests.length, 0);
    const back = new KeenSession(gone.id, said('Here'), answered('4'));
    await send('@session Hello?');
    back.remove();
    assert.equal(model.requests[0]?.messages.length, 3);
  });

  itInFull('tells the ways that are left when there is no model, or no chat', async () => {
    const waysOf = async () => {
      const error: unknown = await ensureChat(zebra).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof UserError, 'Nothing was missing.');
      return { sentence: error.message, ways: error.waysOut.map(({ label }) => label) };
    };
    model.setModels([]);
    const none = await waysOf();
    model.reset();
    assert.match(none.sentence, /No language model is available/);
    assert.deepEqual(none.ways, ['Open Replay', 'Resume in Terminal', 'Export Conversation…']);

    const chat = vscode.workspace.getConfiguration('chat');
    await chat.update('disableAIFeatures', true, vscode.ConfigurationTarget.Global);
    const off = await waysOf();
    await chat.update('disableAIFeatures', undefined, vscode.ConfigurationTarget.Global);
    assert.match(off.sentence, /Chat is turned off/);
    assert.equal(off.ways[0], 'Open Setting');
  });
});
