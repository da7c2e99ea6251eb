import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { readAddress } from '#host/documents/documentAddress.ts';
import { openFile } from '#host/documents/openFile.ts';
import { commandIds, documentScheme } from '#host/vscode/contributions.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { closeEditors } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

describe('what a session changed', () => {
  let session: KeenSession;

  before(async () => {
    await activateProduct();
    session = new KeenSession(
      '88888888-0000-4000-8000-000000000007',
      said('Rename it twice'),
      answered('Done.', {
        transcript: [
          ...edit('lib/name.ts', ['-const a = 1;', '+const b = 1;']),
          ...edit('lib/name.ts', ['-const b = 1;', '+const c = 1;']),
          ...edit('lib/other.py', ['+import os']),
        ],
      }),
    );
  });
  after(async () => {
    await closeEditors();
    session.remove();
  });
  beforeEach(closeEditors);

  it('opens in VS Code’s multi-file diff, each file as one change', async () => {
    await vscode.commands.executeCommand(commandIds.openChanges, { path: session.path });
    await until(() => {
      assert.equal(
        vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(
          'Changes: Rename it twice',
        ),
        true,
      );
      assert.deepEqual(sides(), [
        'lib/name.ts fileAfter: const c = 1;',
        'lib/name.ts fileBefore: const a = 1;',
        'lib/other.py fileAfter: import os',
        'lib/other.py fileBefore: ',
      ]);
    });
    const python = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('.py'));
    assert.equal(python?.languageId, 'python');
  });

  /** The read-only documents that VS Code has opened for the diff. */
  function sides(): readonly string[] {
    return vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === documentScheme)
      .flatMap((document) => {
        const address = readAddress(document.uri.query);
        return address !== undefined && 'file' in address && address.session === session.path
          ? [`${address.file} ${address.show}: ${document.getText()}`]
          : [];
      })
      .sort();
  }
});

describe('a file that a session names', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const cwd = folder?.uri.fsPath ?? '';
  const bases = { cwd, home: '/nobody' };
  const file = join(cwd, 'deep', 'down', 'named-once.ts');

  before(() => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'one\ntwo\nthree\n');
  });
  after(async () => {
    await closeEditors();
    rmSync(join(cwd, 'deep'), { recursive: true });
  });
  beforeEach(closeEditors);

  for (const path of ['deep/down/named-once.ts', file, 'named-once.ts', 'down/named-once.ts']) {
    it(`opens at its line: ${path.replace(cwd, '…')}`, async () => {
      await openFile({ path, line: 2, column: 3 }, bases);
      await until(() => {
        const editor = vscode.window.activeTextEditor;
        assert.equal(editor?.document.uri.fsPath, file);
        assert.deepEqual(editor.selection.active, new vscode.Position(1, 2));
      });
    });
  }

  it('is refused with a sentence if it is not there, a folder, or nobody’s to follow', async () => {
    await assert.rejects(openFile({ path: 'nowhere/at-all.ts' }, bases), /does not exist/);
    await assert.rejects(openFile({ path: 'deep/down' }, bases), /is a folder/);
    for (const path of ['../secret.ts', 'file:///etc/hosts', '//server/a.ts', 'a\0.ts']) {
      await assert.rejects(openFile({ path }, bases), /does not open/, path);
    }
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});

function edit(path: string, lines: readonly string[]): readonly unknown[] {
  const input = { path };
  return [
    { kind: 'tool_start', tool_start: { name: 'edit_file', input } },
    {
      kind: 'diff',
      diff: {
        lines: lines.map((line) =>
          line.startsWith('+')
            ? { Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: line.slice(1) }
            : { Kind: 2, OldLineNum: 1, NewLineNum: 0, Content: line.slice(1) },
        ),
      },
    },
    { kind: 'tool_end', tool_end: { name: 'edit_file', input, output: {} } },
  ];
}
