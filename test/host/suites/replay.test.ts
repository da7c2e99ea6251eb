import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { itInFull } from '../../support/full.ts';
import { commandIds, documentScheme } from '#host/vscode/contributions.ts';
import { formatAddress, type DocumentAddress } from '#host/documents/documentAddress.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, compacted, KeenSession, said } from '../support/keenSession.ts';
import { closeEditors, replayTabs } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

describe('the replay', () => {
  let first: KeenSession;
  let second: KeenSession;

  before(async () => {
    await activateProduct();
    first = new KeenSession(
      '88888888-0000-4000-8000-000000000001',
      said('Make the **tests** pass'),
      answered('Done.', {
        transcript: [
          { kind: 'reasoning', content: 'Look at the test first.' },
          { kind: 'text', content: 'I will check.' },
          { kind: 'tool_start', tool_start: { name: 'edit_file', input: { path: 'a.go' } } },
          { kind: 'diff', diff: { lines: recordedDiff } },
          {
            kind: 'tool_end',
            tool_end: { name: 'edit_file', input: { path: 'a.go' }, output: { edited: true } },
          },
          { kind: 'bash', bash: { command: 'go test', output: '\u001b[32mok\u001b[0m' } },
        ],
      }),
      compacted('Tests pass now.'),
    );
    second = new KeenSession('88888888-0000-4000-8000-000000000002', said('Something else'));
  });
  after(async () => {
    await closeEditors();
    first.remove();
    second.remove();
  });
  beforeEach(closeEditors);

  it('has one tab for each session, with the first message for a title', async () => {
    await open(first);
    await open(second);
    await open(first);
    await until(() => {
      assert.deepEqual(
        replayTabs().map(({ label }) => label),
        ['Make the tests pass', 'Something else'],
      );
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.equal(activeTab?.label, 'Make the tests pass');
    });
  });

  it('opens to the side, and moves there when it is open already', async () => {
    await open(first);
    await vscode.commands.executeCommand(commandIds.openReplayToSide, { path: second.path });
    await until(() => {
      assert.equal(vscode.window.tabGroups.all.length, 2);
      assert.deepEqual(
        replayTabs().map(({ label }) => label),
        ['Make the tests pass', 'Something else'],
      );
    });
  });

  itInFull('can be opened again after it was closed', async () => {
    await open(first);
    await until(() => {
      assert.equal(replayTabs().length, 1);
    });
    await closeEditors();
    await open(first);
    await until(() => {
      assert.equal(replayTabs().length, 1);
    });
  });

  it('is what a command without an argument is about while it is in front', async () => {
    await open(second);
    await open(first);
    await until(async () => {
      assert.equal(await vscode.commands.executeCommand(commandIds.copy, { what: 'id' }), first.id);
    });
    assert.equal(await vscode.env.clipboard.readText(), first.id);
  });

  it('opens no file that is not a log of an agent', async () => {
    await vscode.commands.executeCommand(commandIds.openReplay, { path: '/etc/passwd' });
    assert.deepEqual(replayTabs(), []);
  });

  it('takes a session that no list has, by its place in the store', async () => {
    const elsewhere = new KeenSession('88888888-0000-4000-8000-000000000003');
    try {
      await open(elsewhere);
      await until(() => {
        assert.equal(replayTabs().length, 1);
      });
    } finally {
      await closeEditors();
      elsewhere.remove();
    }
  });
});

describe('the documents of a session', () => {
  let session: KeenSession;
  before(async () => {
    await activateProduct();
    session = new KeenSession(
      '88888888-0000-4000-8000-000000000004',
      said('First\nSecond'),
      answered('', {
        transcript: [
          { kind: 'bash', bash: { command: 'ls', output: '\u001b[32mgreen\u001b[0m\nplain' } },
          { kind: 'diff', diff: { lines: recordedDiff } },
        ],
      }),
    );
  });
  after(async () => {
    await closeEditors();
    session.remove();
  });

  it('hold a part of a row in full, read-only, without colors', async () => {
    assert.equal((await part('2.0', 'text', 'message.md')).getText(), 'First\nSecond');
    const output = await part('3.0', 'output', 'output.txt');
    assert.equal(output.getText(), 'green\nplain');
    assert.equal((await part('3.0', 'input', 'input.sh')).languageId, 'shellscript');
    await vscode.window.showTextDocument(output);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(output.getText(), 'green\nplain');
    assert.equal(output.isDirty, false);
  });

  it('are the two sides of a recorded diff, in the language of its file', async () => {
    const before = await document('a.go', { show: 'before', session: session.path, rowId: '3.1' });
    const after = await document('a.go', { show: 'after', session: session.path, rowId: '3.1' });
    assert.equal(before.languageId, 'go');
    assert.equal(before.getText(), '⋯ 4 lines not in the log ⋯\nsame\nold');
    assert.equal(after.getText(), '⋯ 4 lines not in the log ⋯\nsame\nnew');
  });

  it('say so when a row is not there', async () => {
    assert.match((await part('99.0', 'text', 'gone.md')).getText(), /no longer in the log/);
  });

  it('read nothing but agents’ logs', async () => {
    const address = { show: 'part', session: '/etc/passwd', rowId: '1.0', part: 'text' } as const;
    assert.match((await document('x.txt', address)).getText(), /cannot find this document/);
    const uri = vscode.Uri.from({ scheme: documentScheme, path: '/x.txt', query: 'nonsense' });
    const nonsense = await vscode.workspace.openTextDocument(uri);
    assert.match(nonsense.getText(), /cannot find this document/);
  });

  function part(rowId: string, name: 'text' | 'input' | 'output', file: string) {
    return document(file, { show: 'part', session: session.path, rowId, part: name });
  }
});

const recordedDiff = [
  { Kind: 3, OldLineNum: 0, NewLineNum: 0, Content: '@@ -5,2 +5,2 @@' },
  { Kind: 0, OldLineNum: 5, NewLineNum: 5, Content: 'same' },
  { Kind: 2, OldLineNum: 6, NewLineNum: 0, Content: 'old' },
  { Kind: 1, OldLineNum: 0, NewLineNum: 6, Content: 'new' },
];

function open({ path }: KeenSession) {
  return vscode.commands.executeCommand(commandIds.openReplay, { path });
}

async function document(name: string, address: DocumentAddress): Promise<vscode.TextDocument> {
  const query = formatAddress(address);
  const uri = vscode.Uri.from({ scheme: documentScheme, path: `/${name}`, query });
  return vscode.workspace.openTextDocument(uri);
}
