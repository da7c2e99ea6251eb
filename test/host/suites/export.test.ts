import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { itInFull } from '../../support/full.ts';
import type { ConversationFile } from '#protocol/conversationFile.ts';
import { activateProduct } from '../support/extensions.ts';
import { answered, KeenSession, said } from '../support/keenSession.ts';
import { untilDone } from '../support/quickPick.ts';

describe('Export Conversation', () => {
  let past: KeenSession;
  let folder: string;

  before(async () => {
    await activateProduct();
    folder = mkdtempSync(join(tmpdir(), 'export-'));
    past = new KeenSession(
      '55555555-aaaa-4aaa-8aaa-000000000001',
      said('Fix it\n```\nopen'),
      answered('Fixed. See `a`.', {
        turn_memory: {
          tool_activity: [
            { text_offset: 7, tool: 'bash', input: { command: 'echo ```' }, status: 'success' },
          ],
        },
      }),
    );
  });

  after(() => {
    past.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (choice: object) =>
    vscode.commands.executeCommand<ConversationFile>('sessionBrowser.exportConversation', {
      path: past.path,
      ...choice,
    });

  const messages = [
    { role: 'user', parts: [{ type: 'text', text: 'Fix it\n```\nopen' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'Fixed. ' },
        {
          type: 'toolCall',
          callId: 'historical_1_0',
          name: 'bash',
          input: { command: 'echo ```' },
        },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          type: 'toolResult',
          callId: 'historical_1_0',
          text: '{"status":"success"}',
          isError: false,
        },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: 'See `a`.' }] },
  ];

  it('returns the object, and writes the same as JSON that its own schema reads back', async () => {
    const file = vscode.Uri.file(join(folder, 'out.json'));
    const exported = await run({ format: 'json', target: 'file', file });
    assert.equal(exported.format, 'session-browser.conversation');
    assert.equal(exported.version, 1);
    assert.equal(exported.session.id, past.id);
    assert.equal(exported.session.created, '2026-07-20T09:15:04.000Z');
    assert.deepEqual(exported.messages, messages);
    assert.deepEqual(JSON.parse(readFileSync(file.fsPath, 'utf8')), exported);
  });

  it('puts JSON on the clipboard', async () => {
    const exported = await run({ format: 'json', target: 'clipboard' });
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), exported);
  });

  it('opens readable Markdown in an editor', async () => {
    await run({ format: 'markdown', target: 'editor' });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.languageId, 'markdown');
    const text = editor.document.getText();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.match(text, /^# Fix it\n/);
    assert.deepEqual(text.match(/^## .*$/gm), ['## User', '## Assistant']);
    assert.match(text, /## User\n\nFix it\n```\nopen\n```\n\n## Assistant\n\nFixed\./);
    assert.match(text, /````json\n\{\n {2}"command": "echo ```"\n\}\n````/);
  });

  it('writes Markdown to a file and to the clipboard', async () => {
    const file = vscode.Uri.file(join(folder, 'out.md'));
    await run({ format: 'markdown', target: 'file', file });
    await run({ format: 'markdown', target: 'clipboard' });
    assert.equal(readFileSync(file.fsPath, 'utf8'), await vscode.env.clipboard.readText());
  });

  it('writes into no store of an agent', async () => {
    const before = readFileSync(past.path);
    const file = vscode.Uri.file(past.path);
    for (const command of ['exportConversation', 'exportHtml', 'exportTranscriptMarkdown']) {
      const choice = { path: past.path, format: 'json', target: 'file', file };
      const run = vscode.commands.executeCommand(`sessionBrowser.${command}`, choice);
      assert.equal(await run, undefined);
    }
    assert.deepEqual(readFileSync(past.path), before);
  });

  itInFull('asks for missing choices, and does nothing if the user cancels', async () => {
    const asked = run({ format: 'json' });
    assert.equal(await untilDone(asked, 'workbench.action.closeQuickOpen'), undefined);
  });
});

describe('Export as HTML and as Markdown', () => {
  let past: KeenSession;
  let folder: string;

  before(async () => {
    await activateProduct();
    folder = mkdtempSync(join(tmpdir(), 'export-'));
    past = new KeenSession(
      '55555555-aaaa-4aaa-8aaa-000000000002',
      said('Fix <b>it</b>'),
      answered('Fixed: `a < b`.'),
    );
  });

  after(() => {
    past.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes the given file, asks nothing and returns it', async () => {
    const file = vscode.Uri.file(join(folder, 'out.html'));
    const written = await vscode.commands.executeCommand<vscode.Uri>('sessionBrowser.exportHtml', {
      path: past.path,
      file,
    });
    assert.equal(written.toString(), file.toString());
    const text = readFileSync(file.fsPath, 'utf8');
    assert.match(text, /^<!DOCTYPE html>/);
    assert.match(text, /default-src 'none'; style-src 'sha256-/);
    assert.match(text, /<title>Fix &lt;b>it&lt;\/b><\/title>/);
    assert.match(text, /Fixed: <code[^>]*>a &lt; b<\/code>/);
    assert.doesNotMatch(text, /<b>it/);
    assert.deepEqual(readdirSync(folder), ['out.html']);
  });

  it('chooses its own file if none is given', async () => {
    const { fsPath } = await vscode.commands.executeCommand<vscode.Uri>(
      'sessionBrowser.exportTranscriptMarkdown',
      { path: past.path },
    );
    const text = readFileSync(fsPath, 'utf8');
    rmSync(dirname(fsPath), { recursive: true });
    assert.match(text, /\n## You\n\n> Fix &lt;b>it&lt;\/b>\n\n## Keen Code\n\nFixed: `a < b`\.\n/);
  });

  it('answers nothing when there is no such session, and leaves no file', async () => {
    const file = vscode.Uri.file(join(folder, 'none.html'));
    const path = join(dirname(past.path), 'none.jsonl');
    const run = vscode.commands.executeCommand('sessionBrowser.exportHtml', { path, file });
    assert.equal(await run, undefined);
    assert.deepEqual(readdirSync(folder), ['out.html']);
  });
});
