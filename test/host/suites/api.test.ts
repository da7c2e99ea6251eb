import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '#host/vscode/contributions.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { recorded, text } from '../support/chat.ts';
import { activateProduct, scriptedModel } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { workedPayloads } from '../support/resumedChat.ts';
import { resumeLatestSession } from '../support/resumingParticipant.ts';
import { ofAgents } from '../support/sessionList.ts';

describe('the API for other extensions', () => {
  let api: SessionBrowserApi;
  const id = '66666666-aaaa-4aaa-8aaa-000000000001';

  before(async () => {
    api = (await activateProduct()).exports as SessionBrowserApi;
  });

  it('lists the sessions on disk now, newest first, by folder or all', async () => {
    const past = new KeenSession(id, said('Listed'), answered('Yes'));
    past.makeLatest();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const all = await api.listSessions();
    assert.equal(all[0]?.id, id);
    assert.equal(all[0].firstUserMessage, 'Listed');
    assert.deepEqual(ofAgents(await api.listSessions(folder.uri)), ofAgents(all));
    assert.deepEqual(await api.listSessions(vscode.Uri.file('/nowhere')), []);
    past.remove();
    assert.ok((await api.listSessions()).every((session) => session.id !== id));
  });

  it('says so instead of giving an old list, when the user stops the listing', async () => {
    // Loads the commands, so that the next call is immediate.
    await vscode.commands.executeCommand(commandIds.refresh);
    const stopped = assert.rejects(api.listSessions(), {
      message: 'Scan stopped.',
    });
    await vscode.commands.executeCommand(commandIds.stopScan);
    await stopped;
    assert.ok((await api.listSessions()).length > 0);
  });

  it('tells when sessions changed', async () => {
    const changed = new Promise<void>((resolve) => {
      const subscription = api.onDidChangeSessions(() => {
        subscription.dispose();
        resolve();
      });
    });
    const past = new KeenSession(id, said('New'));
    await api.listSessions();
    await changed;
    past.remove();
  });

  it('reads the last message when it is asked for', async () => {
    const past = new KeenSession(id, said('First'), answered('Yes'), said(' The\nlast '));
    assert.equal(await api.getLastUserMessage({ path: past.path }), 'The last');
    past.remove();
    await assert.rejects(api.getLastUserMessage({ path: '/etc/passwd' }));
  });

  it('gives the conversation in the exported form', async () => {
    const past = new KeenSession(id, said('Question'), answered('Answer'));
    const file = await api.getConversation({ path: past.path });
    past.remove();
    assert.deepEqual(JSON.parse(JSON.stringify(file)), file);
    assert.deepEqual(recorded(file.messages), [
      text('user', 'Question'),
      text('assistant', 'Answer'),
    ]);
  });

  it('gives the transcript by range, no more than 200 rows at once', async () => {
    const past = new KeenSession(
      id,
      ...workedPayloads,
      ...Array.from({ length: 300 }, (_, index) => said(`Message ${index}`)),
    );
    const first = await api.getTranscript(past, { end: 3 });
    const { format, version, session, start, total } = first;
    assert.deepEqual([format, version, session.id], ['session-browser.transcript', 1, id]);
    assert.deepEqual([start, first.rows.length], [0, 3]);
    assert.ok(total > 300);
    assert.deepEqual(structuredClone(first), first);
    const [, , text] = first.rows;
    assert.ok(text?.kind === 'assistant');
    assert.match(text.text.text, /^I will check\. /);
    const shell = (await api.getTranscript(past)).rows.find(({ kind }) => kind === 'shell');
    assert.ok(shell?.kind === 'shell');
    assert.deepEqual(
      [shell.command, shell.state, shell.durationMs, shell.line],
      ['go test ./...', 'failed', 2_400, 3],
    );
    const rows = [];
    while (rows.length < total) {
      const page = await api.getTranscript(past, { start: rows.length });
      assert.ok(page.rows.length > 0 && page.rows.length <= 200);
      rows.push(...page.rows);
    }
    assert.equal(new Set(rows.map(({ id: row }) => row)).size, total);
    assert.deepEqual((await api.getTranscript(past, { start: total })).rows, []);
    assert.deepEqual((await api.getTranscript(past, { start: 5, end: 2 })).rows, []);
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(api.getTranscript(past, { token: source.token }), { name: 'AbortError' });
    source.dispose();
    past.remove();
    await assert.rejects(
      api.getTranscript({ path: '/etc/passwd' }),
      /not in an agent’s session folder/,
    );
  });

  it('gives the facts of a session', async () => {
    const past = new KeenSession(id, said('Question'), ...workedPayloads, answered('Answer'));
    const facts = await api.getFacts(past);
    past.remove();
    assert.deepEqual(structuredClone(facts), facts);
    const { who, work, spent } = facts;
    assert.equal(who.agentLabel, 'Keen Code');
    assert.ok(work.prompts > 0 && work.calls >= work.commands && work.commands > 0);
    assert.deepEqual([spent.agents, spent.own.cost], [0, 0]);
    await assert.rejects(api.getFacts({ path: '/etc/passwd' }), /not in an agent’s session folder/);
  });

  it('reads nothing but agents’ logs', async () => {
    await assert.rejects(
      api.getConversation({ path: '/etc/passwd' }),
      /not in an agent’s session folder/,
    );
  });

  it('lets another extension’s participant go on with a session, as the README shows', async () => {
    const model = await scriptedModel();
    const past = new KeenSession(id, said('Question'), answered('Answer'));
    past.makeLatest();
    model.script({ kind: 'text', chunks: ['From ', 'the model.'] });
    const [large] = await vscode.lm.selectChatModels({ vendor: 'scripted', id: 'large' });
    assert.ok(large);
    const drawn: string[] = [];
    const source = new vscode.CancellationTokenSource();
    await resumeLatestSession(
      { model: large, prompt: 'And now?' } as vscode.ChatRequest,
      { history: [] },
      { markdown: (part: string) => drawn.push(part) } as unknown as vscode.ChatResponseStream,
      source.token,
    );
    source.dispose();
    past.remove();
    assert.deepEqual(model.requests[0]?.messages, [
      text('user', 'Question'),
      text('assistant', 'Answer'),
      text('user', 'And now?'),
    ]);
    assert.equal(drawn.join(''), 'From the model.');
  });
});
