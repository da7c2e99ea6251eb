import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds, transcriptScheme } from '#host/vscode/contributions.ts';
import { itInFull } from '../../support/full.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { closeEditors, replayTabs } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

const token = `ghp_Zq7Rk2Lm9Xw4Tb6Vn3Hc8Jd5Gf1PsYa0UeQx`;

describe('sharing a session', () => {
  let session: KeenSession;
  before(async () => {
    await activateProduct();
    session = new KeenSession(
      '99999999-0000-4000-8000-000000000001',
      said('Share this'),
      answered('Listed.', {
        transcript: [
          { kind: 'text', content: 'I will look.' },
          { kind: 'bash', bash: { command: 'env', output: `TOKEN=${token}\nHOME=/home/bob` } },
        ],
      }),
      said('And this'),
      answered('Done.'),
    );
  });
  after(async () => {
    await closeEditors();
    session.remove();
  });
  beforeEach(closeEditors);

  const openLink = (link: string) =>
    vscode.commands.executeCommand(commandIds.openLink, vscode.Uri.parse(link));

  it('copies a link that opens it, with no path in it', async () => {
    const link = await vscode.commands.executeCommand<string>(commandIds.copy, {
      path: session.path,
      what: 'link',
    });
    const { uriScheme } = vscode.env;
    assert.equal(
      link,
      `${uriScheme}://session-browser.session-browser/open?agent=keen&session=${session.id}`,
    );
    assert.equal(await vscode.env.clipboard.readText(), link);
    assert.deepEqual(await openLink(`${link}&row=3.1`), {
      agent: 'keen',
      id: session.id,
      path: session.path,
    });
    await until(() => {
      assert.deepEqual(
        replayTabs().map(({ label }) => label),
        ['Share this'],
      );
    });
  });

  it('opens nothing for a link that names no session', async () => {
    const to = `${vscode.env.uriScheme}://session-browser.session-browser`;
    for (const link of [
      `${to}/open?agent=keen&session=00000000-ffff-4000-8000-000000000000`,
      `${to}/open?agent=keen&session=..%2F..%2Fetc%2Fpasswd`,
      `${to}/run?agent=keen&session=${session.id}`,
    ]) {
      assert.equal(await openLink(link), undefined);
    }
    assert.deepEqual(replayTabs(), []);
  });

  it('redacts an export on request, in both forms', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'share-'));
    try {
      for (const [command, name] of [
        [commandIds.exportHtml, 'out.html'],
        [commandIds.exportTranscriptMarkdown, 'out.md'],
      ] as const) {
        for (const redact of [false, true]) {
          const file = vscode.Uri.file(join(folder, `${redact}-${name}`));
          const choice = { path: session.path, file, redact };
          await vscode.commands.executeCommand(command, choice);
          const text = readFileSync(file.fsPath, 'utf8');
          assert.equal(text.includes(token), !redact, name);
          assert.equal(text.includes('/home/bob'), !redact, name);
          assert.equal(text.includes('[redacted: GitHub key]'), redact, name);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has the commands of a row, its menu, its handler of links and its first steps', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const extension = vscode.extensions.getExtension('session-browser.session-browser');
    const { contributes, activationEvents } = extension?.packageJSON as {
      readonly contributes: {
        readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
        readonly walkthroughs: readonly { readonly id: string; readonly title: string }[];
      };
      readonly activationEvents: readonly string[];
    };
    const menu = contributes.menus['webview/context'] ?? [];
    assert.equal(menu.length, 7);
    assert.deepEqual(
      menu.filter(({ command }) => !known.has(command)),
      [],
    );
    assert.ok(activationEvents.includes('onUri'));
    const [start] = contributes.walkthroughs;
    assert.equal(start?.title, 'Get Started with Session Browser');
    await vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `session-browser.session-browser#${start.id}`,
    );
  });
});

describe('a session as text', () => {
  let session: KeenSession;
  before(async () => {
    await activateProduct();
    session = new KeenSession(
      '99999999-0000-4000-8000-000000000002',
      said('Write it: a/b'),
      answered('## You\n\nThis is no prompt.', {
        transcript: [
          { kind: 'bash', bash: { command: 'ls', output: 'a\nb' } },
          { kind: 'text', content: '## You\n\nThis is no prompt.' },
        ],
      }),
      said('Second'),
      answered('Yes.'),
    );
  });
  after(async () => {
    await closeEditors();
    session.remove();
  });

  async function opened(): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand(commandIds.openAsText, session);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, transcriptScheme);
    return document;
  }

  it('is read-only, in a language of its own, named by its title', async () => {
    const document = await opened();
    assert.equal(document.languageId, 'session-transcript');
    assert.match(document.uri.path, /\/Write it a b$/);
    const text = document.getText();
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), text);
  });

  it('has its prompts as symbols, with what each led to, and nothing that a log forges', async () => {
    const { uri } = await opened();
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    assert.deepEqual(
      symbols.map(({ name, children }) => [name, children.map((child) => child.name)]),
      [
        ['Write it: a/b', ['ls']],
        ['Second', []],
      ],
    );
  });

  itInFull('folds a prompt with what it led to', async () => {
    const document = await opened();
    const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    const [first, second] = [...document.getText().matchAll(/^## You/gm)].map(
      ({ index }) => document.positionAt(index).line,
    );
    // The prompt itself stays.
    const prompt = ranges.find(({ start }) => start === (first ?? 0) + 2);
    assert.ok(prompt !== undefined && second !== undefined);
    assert.ok(prompt.end < second);
  });

  it('leads from each heading to the row in the replay', async () => {
    const { uri } = await opened();
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      uri,
    );
    const ours = links.filter(({ target }) => target?.scheme === 'command');
    assert.ok(ours.length >= 4);
    const [first] = ours;
    const [argument] = JSON.parse(first?.target?.query ?? '') as { rowId: string; path: string }[];
    assert.deepEqual(argument, { path: session.path, rowId: '2.0' });
    await vscode.commands.executeCommand(commandIds.openReplay, argument);
    await until(() => {
      assert.equal(replayTabs().length, 1);
    });
  });

  itInFull('follows the log', async () => {
    const document = await opened();
    session.append(said('A third prompt'));
    await until(() => {
      assert.match(document.getText(), /> A third prompt/);
    });
  });

  it('reads nothing but agents’ logs', async () => {
    for (const query of ['', '{', JSON.stringify({ session: '/etc/passwd' })]) {
      const uri = vscode.Uri.from({ scheme: transcriptScheme, path: '/x/y', query });
      const document = await vscode.workspace.openTextDocument(uri);
      assert.match(document.getText(), /cannot find this document/);
    }
  });
});
