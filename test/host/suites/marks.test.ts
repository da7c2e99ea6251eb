import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds, configKeys } from '#host/vscode/contributions.ts';
import { eventually } from '../../support/eventually.ts';
import { activateProduct } from '../support/extensions.ts';
import { KeenSession, said } from '../support/keenSession.ts';
import { closeEditors, selectLine } from '../support/sessionList.ts';

/** These sessions are dated in the coming hours, so they stand above all others. */
const future = Date.now() / 1_000 + 7_200;

describe('the user’s marks in the list', () => {
  let older: KeenSession;
  let newer: KeenSession;
  before(async () => {
    await activateProduct();
    await groupBy('none');
    older = session('00000000-aaaa-4000-8000-000000000001', 'The older of two', 1);
    newer = session('00000000-aaaa-4000-8000-000000000002', 'The newer of two', 2);
    await atLine(0, newer);
  });
  after(async () => {
    await mark('unpin', older);
    older.remove();
    newer.remove();
    await groupBy(undefined);
    await closeEditors();
  });

  it('put a pinned session above all others, and it is there once', async () => {
    await mark('pin', older);
    // The first line is that of the group.
    await atLine(1, older);
    await atLine(2, newer);
  });

  it('leave out a hidden session until it is shown again', async () => {
    await mark('hide', older);
    await atLine(0, newer);
    await vscode.commands.executeCommand(commandIds.showHidden);
    await atLine(1, older);
    await vscode.commands.executeCommand(commandIds.concealHidden);
    await atLine(0, newer);
    await mark('unhide', older);
    await atLine(1, older);
  });

  it('are taken for all selected lines', async () => {
    const lines = [older, newer].map(({ path }) => ({ kind: 'session', session: { path } }));
    const paths = await vscode.commands.executeCommand(commandIds.copyPath, lines[0], lines);
    assert.equal(paths, `${older.path}\n${newer.path}`);
    await vscode.commands.executeCommand(commandIds.pin, lines[0], lines);
    await atLine(1, newer);
    await atLine(2, older);
    await mark('unpin', newer);
  });

  it('come from another window too', async () => {
    const change = { agent: 'keen', id: newer.id, isPinned: true };
    appendFileSync(marksFile(), `\n${JSON.stringify(change)}\n`);
    await atLine(1, newer);
    await mark('unpin', newer);
    await atLine(2, newer);
  });
});

function session(id: string, message: string, offset: number): KeenSession {
  const written = new KeenSession(id, said(message));
  utimesSync(written.path, future + offset, future + offset);
  return written;
}

async function mark(
  command: 'pin' | 'unpin' | 'hide' | 'unhide',
  { path }: KeenSession,
): Promise<void> {
  await vscode.commands.executeCommand(commandIds[command], { path });
}

async function atLine(place: number, { path }: KeenSession): Promise<void> {
  await eventually(async () => {
    assert.equal(await selectLine(place), path);
  });
}

/** Below the folder of the whole run, beside the home. */
function marksFile(): string {
  const run = dirname(process.env.SESSION_BROWSER_TEST_HOME ?? '');
  const [name] = readdirSync(join(run, 'profile'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith(join('session-browser.session-browser', 'marks.log')),
  );
  assert.ok(name !== undefined);
  return join(run, 'profile', name);
}

async function groupBy(value: 'none' | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(configKeys.groupBy, value, vscode.ConfigurationTarget.Global);
}
