import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { viewIds } from '#host/vscode/contributions.ts';
import { OwnCalls } from '../support/ownCalls.ts';
import { until } from '../support/until.ts';

/*
 * The first suite: it examines the extension before anyone has used it. Later suites find it
 * loaded.
 */
describe('activation', () => {
  let product: vscode.Extension<unknown>;
  let calls: OwnCalls;

  before(() => {
    const found = vscode.extensions.getExtension('session-browser.session-browser');
    assert.ok(found);
    product = found;
    calls = new OwnCalls((stack) => stack.includes(product.extensionPath));
  });
  after(() => {
    calls.restore();
  });

  /** Loaded files of the extension. */
  function loaded(): readonly string[] {
    const folder = join(product.extensionPath, 'dist');
    return Object.keys(require.cache)
      .filter((file) => file.startsWith(folder))
      .map((file) => basename(file, '.cjs'))
      .sort();
  }

  it('registers, and starts no thread, touches no file and loads nothing more', async () => {
    // VS Code may have, once its window had started.
    await product.activate();
    // Work deferred by activation would have a timer, or be done once VS Code has answered.
    const commands = await vscode.commands.getCommands(true);
    assert.deepEqual(calls.waiting(), []);
    assert.deepEqual(loaded(), ['extension']);
    assert.equal(calls.started, 0);
    assert.deepEqual(calls.files, []);
    assert.ok(commands.includes('sessionBrowser.openReplay'));
  });

  it('loads for the list what the list needs, and one thread', async () => {
    await vscode.commands.executeCommand(`${viewIds.sessions}.focus`);
    await until(() => {
      assert.deepEqual(calls.requests().slice(0, 1), ['sessions/list']);
    });
    assert.deepEqual(loaded(), ['extension', 'formats', 'list']);
    assert.equal(calls.started, 1);
    assert.notDeepEqual(calls.files, [], 'Files are not counted.');
    // Watchers report when they have started, since changes before that went unnoticed.
    await until(() => {
      assert.ok(calls.requests().filter((name) => name === 'sessions/list').length > 1);
    });
    // Store locations, the agents' settings and Codex's list of names; no log.
    assert.deepEqual(
      calls.files.filter((call) => call.endsWith('.jsonl') && !call.endsWith('_index.jsonl')),
      [],
    );
  });
});
