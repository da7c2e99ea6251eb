import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds } from '#host/vscode/contributions.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { addEntry, addTalk, createTables, withWriter } from '../../support/agentDatabase.ts';
import { recorded, text } from '../support/chat.ts';
import { activateProduct } from '../support/extensions.ts';
import { closeEditors, replayTabs } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

describe('the database of agent', () => {
  const id = '20260324T101112.123456789';
  let api: SessionBrowserApi;
  let database: string;
  let cwd: string;

  before(async () => {
    api = (await activateProduct()).exports as SessionBrowserApi;
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const home = process.env.SESSION_BROWSER_TEST_HOME ?? process.env.HOME;
    assert.ok(folder !== undefined && home !== undefined);
    cwd = folder.uri.fsPath;
    database = join(home, '.agent', 'sessions', 'sessions.db');
    mkdirSync(dirname(database), { recursive: true });
    withWriter(database, (connection) => {
      createTables(connection);
      addTalk(connection, id, { cwd, question: 'Out of a database' });
    });
  });
  after(async () => {
    await closeEditors();
    rmSync(dirname(dirname(database)), { recursive: true });
  });

  const listed = async () => (await api.listSessions()).find((session) => session.id === id);

  it('is listed, told and replayed by this VS Code’s own Node, and nothing is left beside it', async () => {
    const session = await listed();
    assert.equal(session?.agent, 'agent');
    assert.equal(session.path, join(database, `${id}.jsonl`));
    assert.equal(session.firstUserMessage, 'Out of a database');
    const { messages } = await api.getConversation(session);
    assert.deepEqual(recorded(messages), [
      text('user', 'Out of a database'),
      text('assistant', 'Answer'),
    ]);
    await closeEditors();
    await vscode.commands.executeCommand(commandIds.openReplay, session);
    await until(() => {
      assert.equal(replayTabs().length, 1);
    });
    assert.deepEqual(readdirSync(dirname(database)), ['sessions.db']);
  });

  it('opens no log, since there is none', async () => {
    const session = await listed();
    await closeEditors();
    await vscode.commands.executeCommand(commandIds.openRawLog, session);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      [],
    );
  });

  it('is looked at again when it changes', async () => {
    await listed();
    const changed = new Promise<void>((resolve) => {
      const subscription = api.onDidChangeSessions(() => {
        subscription.dispose();
        resolve();
      });
    });
    withWriter(database, (connection) => {
      addEntry(connection, id, 60, { content: 'One more' });
    });
    await changed;
    await until(async () => {
      const found = await listed();
      assert.equal(found && (await api.getLastUserMessage(found)), 'One more');
    });
  });
});
