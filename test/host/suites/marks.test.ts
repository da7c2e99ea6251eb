import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { commandIds, configKeys } from '#host/vscode/contributions.ts';
import { itInFull } from '../../support/full.ts';
import { activateProduct } from '../support/extensions.ts';
import { KeenSession, said } from '../support/keenSession.ts';
import { closeEditors, focusList, untilFirst } from '../support/sessionList.ts';
import { until } from '../support/until.ts';

/** These sessions are dated in the coming hours, so they stand above all others. */
const future = Date.now() / 1_000 + 7_200;

describe('the user’s marks in the list', () => {
  let older: KeenSession;
  let newer: KeenSession;
  before(async () => {
    await activateProduct();
    await focusList();
    await groupBy('none');
    older = session('00000000-aaaa-4000-8000-000000000001', 'The older of two', 1);
    newer = session('00000000-aaaa-4000-8000-000000000002', 'The newer of two', 2);
    await untilFirst([newer]);
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
    await untilFirst([older], 1);
    await untilFirst([newer], 2);
  });

  it('leave out a hidden session until it is shown again', async () => {
    await mark('hide', older);
    await untilFirst([newer]);
    await vscode.commands.executeCommand(commandIds.filter, { showsHidden: true });
    await untilFirst([older], 1);
    await vscode.commands.executeCommand(commandIds.filter, { showsHidden: false });
    await untilFirst([newer]);
    await mark('unhide', older);
    await untilFirst([older], 1);
  });

  it('are taken for all selected lines', async () => {
    const lines = [older, newer].map(({ path }) => ({ kind: 'session', session: { path } }));
    const paths = await vscode.commands.executeCommand(
      commandIds.copy,
      { ...lines[0], what: 'path' },
      lines,
    );
    assert.equal(paths, `${older.path}\n${newer.path}`);
    await vscode.commands.executeCommand(commandIds.pin, lines[0], lines);
    await untilFirst([newer], 1);
    await untilFirst([older], 2);
    await mark('unpin', newer);
  });

  it('keep a session that its agent deletes, if a copy was kept', async () => {
    const lost = session('00000000-aaaa-4000-8000-000000000003', 'Soon to be deleted', 3);
    // The list may have read it before its date was set, which alone is no change to a watcher.
    await vscode.commands.executeCommand(commandIds.refresh);
    await untilFirst([lost], 2);
    await vscode.commands.executeCommand(commandIds.keepCopy, { path: lost.path });
    const copy = await copyOf(lost);
    lost.remove();
    await untilFirst([{ path: copy }], 2);
    assert.equal(
      await vscode.commands.executeCommand(commandIds.copy, { path: copy, what: 'id' }),
      lost.id,
    );
    rmSync(dirname(copy), { recursive: true });
    await vscode.commands.executeCommand(commandIds.refresh);
    await untilFirst([newer], 2);
  });

  itInFull('keep copies of all pinned sessions if set, and follow them', async () => {
    const settings = vscode.workspace.getConfiguration();
    await settings.update(configKeys.archive, 'pinned', vscode.ConfigurationTarget.Global);
    try {
      const copy = await copyOf(older);
      older.append(said('One more thing'));
      utimesSync(older.path, future + 1, future + 1);
      // Another choice looks at all sessions at once.
      await settings.update(configKeys.archive, 'expiring', vscode.ConfigurationTarget.Global);
      await until(() => {
        assert.equal(gunzipSync(readFileSync(copy)).toString(), readFileSync(older.path, 'utf8'));
      });
      rmSync(join(dirname(marksFile()), 'kept'), { recursive: true });
    } finally {
      await settings.update(configKeys.archive, undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('come from another window too', async () => {
    const change = { agent: 'keen', id: newer.id, isPinned: true };
    // As above: a log grew before its date was set.
    await vscode.commands.executeCommand(commandIds.refresh);
    appendFileSync(marksFile(), `\n${JSON.stringify(change)}\n`);
    await untilFirst([newer], 1);
    await mark('unpin', newer);
    await untilFirst([newer], 2);
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

function marksFile(): string {
  return ownFile(join('session-browser.session-browser', 'marks.log'));
}

/** Path of a session's kept copy, once it is there. */
async function copyOf({ id }: KeenSession): Promise<string> {
  return until(() => ownFile(join(id, 'transcript_events.jsonl')));
}

/** A file in the extension's storage, which is below the folder of the whole run, beside the home. */
function ownFile(end: string): string {
  const profile = join(dirname(process.env.SESSION_BROWSER_TEST_HOME ?? ''), 'profile');
  const names = readdirSync(profile, { recursive: true, encoding: 'utf8' });
  const name = names.find((file) => file.endsWith(end));
  assert.ok(name !== undefined);
  return join(profile, name);
}

async function groupBy(value: 'none' | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(configKeys.groupBy, value, vscode.ConfigurationTarget.Global);
}
