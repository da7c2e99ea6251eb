import assert from 'node:assert/strict';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds } from '#host/vscode/contributions.ts';
import { drawnChat, send } from '../support/chat.ts';
import { answered, compacted, said } from '../support/keenSession.ts';
import { useChat, workedPayloads } from '../support/resumedChat.ts';
import { until } from '../support/until.ts';
import { itInFull } from '../../support/full.ts';

const title = 'Ports & tides: what #file says';

describe('Resume with another chat participant', () => {
  const { model, request, session } = useChat();

  const handOver = async (path: string): Promise<vscode.Uri> => {
    const file: unknown = await vscode.commands.executeCommand(commandIds.resumeWithOther, {
      path,
    });
    assert.ok(file instanceof vscode.Uri, 'Nothing was handed over.');
    return file;
  };

  it('gives the whole conversation to a participant that knows nothing of the product', async () => {
    const { path, id } = session(
      '66666666-aaaa-4aaa-8aaa-000000000001',
      said(title),
      ...workedPayloads,
    );
    const file = await handOver(path);
    model().script({ kind: 'text', chunks: ['Noted.'] });
    await send('@probe Go on');
    const [prompt, attached] = request(0).messages.map(({ parts }) => parts[0]);
    assert.deepEqual(prompt, { type: 'text', text: 'Go on' });
    assert.ok(attached?.type === 'text');
    assert.match(attached.text, /^The conversation of an earlier session of Keen Code/);
    for (const told of [title, id, 'Fix the', 'read_file', 'go test ./...', 'Go on', 'Half']) {
      assert.ok(attached.text.includes(told), `${told} is missing in:\n${attached.text}`);
    }
    assert.match(attached.text, new RegExp(`in ${attached.text.split('\n').length - 1} lines`));
    assert.match(basename(file.fsPath), /^ports-tides-what-file-says-keen-66666666\.md$/);
    assert.equal(statSync(file.fsPath).mode & 0o077, 0, 'nobody else may read it');
  });

  itInFull('starts a new chat and leaves the first message to the user', async () => {
    const { path } = session('66666666-aaaa-4aaa-8aaa-000000000002', said('A'), answered('B'));
    model().script({ kind: 'text', chunks: ['Hello.'] });
    await send('@probe Hello');
    await handOver(path);
    await until(async () => {
      assert.deepEqual((await drawnChat()).turns, []);
    });
    assert.equal(model().requests.length, 1);
  });

  itInFull('hands over what a model would get: compactions applied', async () => {
    const { path } = session(
      '66666666-aaaa-4aaa-8aaa-000000000003',
      said('Forgotten'),
      answered('Also forgotten'),
      compacted('The summary'),
      said('Kept'),
    );
    await handOver(path);
    await send('@probe Go on');
    const attached = request(0).messages[1]?.parts[0];
    assert.ok(attached?.type === 'text');
    assert.match(attached.text, /The summary[^]*Kept/);
    assert.doesNotMatch(attached.text, /Also forgotten/);
  });

  it('deletes old hand-over files, and nothing newer', async () => {
    const { path } = session('66666666-aaaa-4aaa-8aaa-000000000004', said('A'), answered('B'));
    const file = await handOver(path);
    const old = join(dirname(file.fsPath), 'old.md');
    const recent = join(dirname(file.fsPath), 'recent.md');
    const daysAgo = (days: number) => Date.now() / 1_000 - days * 86_400;
    for (const [made, at] of [
      [old, daysAgo(31)],
      [recent, daysAgo(29)],
    ] as const) {
      writeFileSync(made, '');
      utimesSync(made, at, at);
    }
    await handOver(path);
    assert.throws(() => statSync(old), /ENOENT/);
    assert.ok(statSync(recent).isFile());
  });

  itInFull('says so where there is nothing to hand over', async () => {
    const { path } = session('66666666-aaaa-4aaa-8aaa-000000000005');
    assert.equal(
      await vscode.commands.executeCommand(commandIds.resumeWithOther, { path }),
      undefined,
    );
    assert.equal(model().requests.length, 0);
  });
});
