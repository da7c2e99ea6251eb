import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds, rawLogScheme } from '#host/vscode/contributions.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { itInFull } from '../../support/full.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { untilDone } from '../support/quickPick.ts';
import { closeEditors } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

describe('the commands', () => {
  let api: SessionBrowserApi;
  let session: KeenSession;
  before(async () => {
    api = (await activateProduct()).exports as SessionBrowserApi;
    session = new KeenSession(
      '99999999-0000-4000-8000-000000000001',
      said('A session for the commands'),
      answered('Yes.'),
    );
  });
  after(async () => {
    await closeEditors();
    session.remove();
  });
  beforeEach(closeEditors);

  it('are all there', async () => {
    const known = new Set(await vscode.commands.getCommands(false));
    assert.deepEqual(
      Object.values(commandIds).filter((id) => !known.has(id)),
      [],
    );
  });

  it('copy the id and the path', async () => {
    await copied('id', session);
    assert.equal(await vscode.env.clipboard.readText(), session.id);
    await copied('path', session);
    assert.equal(await vscode.env.clipboard.readText(), session.path);
  });

  it('copy no control characters of an id or a path', async () => {
    const folder = join(dirname(dirname(session.path)), '9\nrm -rf ~\r');
    const path = join(folder, basename(session.path));
    mkdirSync(folder);
    const [start = ''] = readFileSync(session.path, 'utf8').split('\n');
    writeFileSync(path, `${start.replaceAll(session.id, String.raw`9\nrm -rf ~`)}\n`);
    try {
      assert.equal(await copied('id', { path }), '9rm -rf ~');
      assert.equal(await copied('path', { path }), path.replace(/[\n\r]/g, ''));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('take a session as a line of the tree, as anything with its path and as a file', async () => {
    for (const argument of [
      { kind: 'session', session: { path: session.path } },
      { path: session.path },
      vscode.Uri.file(session.path),
    ]) {
      assert.equal(await copied('id', argument), session.id);
    }
  });

  it('open the log itself as read-only text that follows the log', async () => {
    await run('openRawLog', session);
    const { document } = await until(() => {
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.path, vscode.Uri.file(session.path).path);
      return editor;
    });
    assert.equal(document.languageId, 'jsonl');
    const text = document.getText();
    assert.equal(text, readFileSync(session.path, 'utf8'));
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), text);
    assert.equal(document.isDirty, false);
    assert.equal(await copied('id', document.uri), session.id);
    session.append(said('One more line'));
    await until(() => {
      assert.match(document.getText(), /One more line/);
    });
  });

  it('show no other file as a log', async () => {
    const uri = vscode.Uri.from({ scheme: rawLogScheme, path: '/etc/hosts' });
    await assert.rejects(
      async () => vscode.workspace.fs.readFile(uri),
      /in an agent’s session folder/,
    );
    const log = vscode.Uri.file(session.path).with({ scheme: rawLogScheme });
    await assert.rejects(async () => vscode.workspace.fs.writeFile(log, new Uint8Array()));
    await assert.rejects(async () => vscode.workspace.fs.delete(log));
  });

  it('offer a choice of sessions when nothing says which is meant', async () => {
    await vscode.commands.executeCommand('workbench.view.explorer');
    const path = await chooseFirst(copied('path'));
    // The first line of the last list, or of a new one if that was faster than the choice.
    const paths = (await api.listSessions()).map(({ path }) => path);
    assert.ok(paths.includes(String(path)), String(path));
  });

  itInFull('end without a result when the choice is left', async () => {
    await vscode.commands.executeCommand('workbench.view.explorer');
    const pending = copied('path');
    await untilDone(pending, 'workbench.action.closeQuickOpen');
    assert.equal(await pending, undefined);
  });

  it('run nothing in a terminal when the folder of the session is gone', async () => {
    const gone = join(dirname(dirname(session.path)), '99999999-0000-4000-8000-000000000002');
    const path = join(gone, basename(session.path));
    mkdirSync(gone);
    const start = readFileSync(session.path, 'utf8').split('\n')[0] ?? '';
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    writeFileSync(path, `${start.replace(folder?.uri.fsPath ?? '', '/gone/project')}\n`);
    try {
      const before = vscode.window.terminals.length;
      await run('resumeInTerminal', { path });
      assert.equal(vscode.window.terminals.length, before);
    } finally {
      rmSync(gone, { recursive: true });
    }
  });

  it('report errors in a sentence instead of throwing', async () => {
    assert.equal(await copied('id', { path: '/etc/hosts' }), undefined);
    assert.equal(await run('openRawLog', { path: `${session.path}.gone` }), undefined);
  });
});

function run(name: keyof typeof commandIds, argument?: unknown): Thenable<unknown> {
  return argument === undefined
    ? vscode.commands.executeCommand(commandIds[name])
    : vscode.commands.executeCommand(commandIds[name], argument);
}

/** @param session a line of the list, a session or a file that a menu may pass. */
function copied(what: 'id' | 'path', session?: unknown): Thenable<unknown> {
  return run('copy', { what, session });
}

/** Accepts the first choice of a command's Quick Pick as soon as it appears. */
function chooseFirst(pending: Thenable<unknown>): Promise<unknown> {
  return untilDone(pending, 'workbench.action.acceptSelectedQuickOpenItem');
}
