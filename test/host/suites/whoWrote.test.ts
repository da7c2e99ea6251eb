import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { sessionRef } from '#core/events/session.ts';
import { commandIds, configKeys } from '#host/vscode/contributions.ts';
import { commitOfLines } from '#host/vscode/gitBlame.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { takeUntil } from '../support/quickPick.ts';
import { closeEditors, replayTabs } from '../support/sessionList.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

describe('who wrote a file', () => {
  let old: KeenSession;
  let latest: KeenSession;
  let file: vscode.Uri;
  const hourAgo = Date.now() / 1_000 - 3_600;

  before(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await activateProduct();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder !== undefined);
    file = vscode.Uri.joinPath(folder.uri, 'wrote', 'total.ts');
    mkdirSync(dirname(file.fsPath), { recursive: true });
    writeFileSync(file.fsPath, 'const first = one();\n    const second = two();\n');
    old = new KeenSession(
      '88888888-0000-4000-8000-000000000017',
      said('Write the second line'),
      answered('Done.', { transcript: edit('wrote/total.ts', 'const second = two();') }),
    );
    utimesSync(old.path, hourAgo, hourAgo);
    latest = new KeenSession(
      '88888888-0000-4000-8000-000000000018',
      said('Write the first line'),
      answered('Done.', { transcript: edit(file.fsPath, 'const first = one();') }),
    );
  });
  after(async () => {
    await closeEditors();
    rmSync(dirname(file.fsPath), { recursive: true });
    old.remove();
    latest.remove();
  });
  beforeEach(closeEditors);

  /** Takes a line of the pick that a command shows; it must be of the session. */
  const choose = async (
    session: KeenSession,
    command: string,
    stepsDown: number,
    ...args: readonly unknown[]
  ) =>
    takeUntil(
      () => vscode.commands.executeCommand(command, ...args),
      [stepsDown],
      (picked) => {
        assert.deepEqual(picked, sessionRef(session));
      },
    );

  it('is said of each of its edits, in all sessions', async () => {
    await choose(old, commandIds.sessionsOfFile, 1, file);
    await until(() => {
      assert.deepEqual(
        replayTabs().map(({ label }) => label),
        ['Write the second line'],
      );
    });
  });

  it('offers after its first use to say so on hover', async () => {
    const hover = () => vscode.workspace.getConfiguration().get(configKeys.hover);
    await until(async () => {
      await vscode.commands.executeCommand('notification.acceptPrimaryAction');
      assert.equal(hover(), true);
    });
    await vscode.workspace
      .getConfiguration()
      .update(configKeys.hover, undefined, vscode.ConfigurationTarget.Global);
  });

  itInFull('is said of the line with the cursor, wherever and however indented', async () => {
    await vscode.window.showTextDocument(file, { selection: new vscode.Range(1, 8, 1, 8) });
    await choose(old, commandIds.sessionOfLine, 0);
    await vscode.window.showTextDocument(file, { selection: new vscode.Range(0, 0, 0, 5) });
    await choose(latest, commandIds.sessionOfLine, 0);
    // In a file with another name, too.
    const renamed = vscode.Uri.joinPath(file, '..', 'renamed.ts');
    writeFileSync(renamed.fsPath, '  const first = one();\n');
    await vscode.window.showTextDocument(renamed);
    await choose(latest, commandIds.sessionOfLine, 0);
    const target = { uri: file, lineNumber: 2 };
    await choose(old, commandIds.sessionOfLine, 0, target);
  });

  it('is said on hover and above the file, if that is turned on', async () => {
    const hovers = () =>
      vscode.commands.executeCommand<readonly vscode.Hover[]>(
        'vscode.executeHoverProvider',
        file,
        new vscode.Position(1, 8),
      );
    const lenses = () =>
      vscode.commands.executeCommand<readonly vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file,
      );
    await vscode.window.showTextDocument(file);
    const said = async () =>
      (await hovers()).flatMap(({ contents }) =>
        contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : '')),
      );
    assert.deepEqual([await said(), await lenses()], [[], []]);
    const configuration = vscode.workspace.getConfiguration();
    const turn = async (on: boolean | undefined) => {
      await configuration.update(configKeys.hover, on, vscode.ConfigurationTarget.Global);
      await configuration.update(configKeys.codeLens, on, vscode.ConfigurationTarget.Global);
    };
    await turn(true);
    try {
      await until(async () => {
        assert.match(
          (await said()).join('\n'),
          /^Write&nbsp;the&nbsp;second&nbsp;line\n\nReindented&nbsp;·.*Keen.*command:sessionBrowser\.openReplay\?/s,
        );
        const [lens] = await lenses();
        assert.match(lens?.command?.title ?? '', /^2 edits by agents, the latest /);
        assert.equal(lens?.command?.command, commandIds.sessionsOfFile);
      });
    } finally {
      await turn(undefined);
    }
    assert.deepEqual([await said(), await lenses()], [[], []]);
  });

  it('is not said where there is nothing to say', async () => {
    const other = vscode.Uri.joinPath(file, '..', 'other.ts');
    assert.equal(await vscode.commands.executeCommand(commandIds.sessionsOfFile, other), undefined);
    assert.equal(await vscode.commands.executeCommand(commandIds.sessionOfLine), undefined);
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});

describe('the commit that took a line in', () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'blame-')));
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=a@b.c', ...args], {
        cwd: folder,
      });
    git('init', '--quiet');
    writeFileSync(join(folder, 'a.ts'), 'one\n');
    git('add', '.');
    git('commit', '--quiet', '--message=Begin <b>it</b>');
    writeFileSync(join(folder, 'a.ts'), 'one\ntwo\n');
  });
  after(async () => {
    await closeEditors();
    rmSync(folder, { recursive: true });
  });

  itInFull('is named, if VS Code’s git knows the file', async () => {
    const document = await vscode.workspace.openTextDocument(join(folder, 'a.ts'));
    assert.equal(await commitOfLines(document, 0, 0), undefined);
    const git = vscode.extensions.getExtension<GitExports>('vscode.git');
    await (await git?.activate())?.getAPI(1).openRepository(vscode.Uri.file(folder));
    assert.match(
      (await commitOfLines(document, 0, 0)) ?? '',
      /^Commit [0-9a-f]{7,8}: Begin <b>it<\/b> · Ann · now$/,
    );
    assert.equal(await commitOfLines(document, 1, 1), 'Not committed yet');
  });
});

interface GitExports {
  getAPI(version: 1): { openRepository(root: vscode.Uri): Promise<unknown> };
}

function edit(path: string, text: string): readonly unknown[] {
  const lines = [{ Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: text }];
  const call = { name: 'edit_file', input: { path } };
  return [
    { kind: 'tool_start', tool_start: call },
    { kind: 'diff', diff: { lines } },
    { kind: 'tool_end', tool_end: { ...call, output: {} } },
  ];
}
