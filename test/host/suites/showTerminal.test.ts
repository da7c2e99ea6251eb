import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { projectFolderOf } from '#agents/claude/places.ts';
import { commandIds } from '#host/vscode/contributions.ts';
import { activateProduct } from '../support/extensions.ts';
import { until } from '../support/until.ts';

const id = '0a0a0a0a-0000-4000-8000-00000000000a';

describe('Show Its Terminal', () => {
  const claude = join(process.env.SESSION_BROWSER_TEST_HOME ?? '', '.claude');
  const pidFile = join(claude, 'pid.txt');
  let log: string;
  let processFile: string | undefined;

  before(async () => {
    await activateProduct();
    const [folder = ''] = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const store = join(claude, 'projects', projectFolderOf(folder));
    for (const each of [store, join(claude, 'sessions')]) {
      mkdirSync(each, { recursive: true });
    }
    log = join(store, `${id}.jsonl`);
    const record = {
      type: 'user',
      uuid: id,
      parentUuid: null,
      sessionId: id,
      cwd: folder,
      timestamp: new Date().toISOString(),
      message: { role: 'user', content: 'Run the tests' },
    };
    writeFileSync(log, `${JSON.stringify(record)}\n`);
  });
  after(async () => {
    for (const terminal of vscode.window.terminals) {
      terminal.dispose();
    }
    for (const file of [log, pidFile, processFile]) {
      rmSync(file ?? '', { force: true });
    }
    await until(() => {
      assert.equal(vscode.window.terminals.length, 0);
    });
  });

  it('goes to the terminal below whose shell the agent’s process runs', async () => {
    const agent = vscode.window.createTerminal({
      name: 'Agent',
      shellPath: '/bin/sh',
      shellArgs: ['-c', `sleep 600 & echo $! > '${pidFile}'; wait`],
    });
    const pid = await until(() => {
      assert.ok(existsSync(pidFile));
      return Number(readFileSync(pidFile, 'utf8').trim() || assert.fail());
    });
    processFile = join(claude, 'sessions', `${pid}.json`);
    writeFileSync(processFile, JSON.stringify({ pid, sessionId: id, status: 'busy' }));
    const other = vscode.window.createTerminal({ name: 'Other', shellPath: '/bin/sh' });
    other.show();
    await until(() => {
      assert.equal(vscode.window.activeTerminal, other);
    });
    await vscode.commands.executeCommand(commandIds.showTerminal, { path: log });
    await until(() => {
      assert.equal(vscode.window.activeTerminal, agent);
    });
  });
});
