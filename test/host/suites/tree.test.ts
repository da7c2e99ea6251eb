import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { itInFull } from '../../support/full.ts';
import { commandIds, configKeys, keyTargets } from '#host/vscode/contributions.ts';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { activateProduct } from '../support/extensions.ts';
import { KeenSession, said } from '../support/keenSession.ts';
import {
  closeEditors,
  focusList,
  replayTabs,
  selectedPath,
  selectLine,
  untilFirst,
} from '../support/sessionList.ts';
import { idle, until } from '../support/until.ts';

/** These tests date their logs in the coming hours, so they appear above all others. */
const future = Date.now() + 3_600_000;

describe('the list of sessions', () => {
  let api: SessionBrowserApi;
  let oldest: KeenSession;
  let middle: KeenSession;
  let newest: KeenSession;

  before(async () => {
    api = (await activateProduct()).exports as SessionBrowserApi;
    await focusList();
  });
  beforeEach(async () => {
    await groupBy('none');
    oldest = session('The oldest of three', 1_000);
    middle = session('The one between', 2_000);
    newest = session('The newest of three', 3_000);
    await untilFirst([newest, middle, oldest]);
  });
  afterEach(async () => {
    for (const each of [oldest, middle, newest]) {
      each.remove();
    }
    await groupBy(undefined);
    await closeEditors();
  });

  it('has the newest first', async () => {
    // As the keyboard finds it in VS Code, once; the other tests ask for the lines alone.
    for (const [place, session] of [newest, middle, oldest].entries()) {
      await select(place, session);
    }
  });

  it('moves a session up when it grows, and the selection stays on its session', async () => {
    await select(1, middle);
    await noticed(() => {
      oldest.append(said('One more thing'));
      date(oldest, 4_000);
    });
    await selected(middle);
    await untilFirst([oldest, newest, middle]);
  });

  it('shows a new session', async () => {
    const added = await noticed(() => session('Just begun', 5_000));
    try {
      await untilFirst([added, newest, middle]);
    } finally {
      added.remove();
    }
  });

  it('reads a log again that another file was renamed to', async () => {
    await select(0, newest);
    const copy = join(dirname(dirname(newest.path)), 'replacement');
    copyFileSync(middle.path, copy);
    date({ path: copy }, 500);
    await noticed(() => {
      renameSync(copy, newest.path);
    });
    await selected(newest);
    await untilFirst([middle, oldest, newest]);
  });

  it('loses a session that is deleted, and the selection of another stays', async () => {
    await select(2, oldest);
    await noticed(() => {
      rmSync(dirname(middle.path), { recursive: true });
    });
    await selected(oldest);
    await untilFirst([newest, oldest]);
  });

  it('groups by day by default', async () => {
    await groupBy(undefined);
    // The first line is now the day's: choosing it opens no replay.
    await untilFirst([newest, middle, oldest], 1);
  });

  itInFull('groups by agent if set', async () => {
    await groupBy('agent');
    const keen = (await api.listSessions()).filter(({ agent }) => agent === 'keen');
    await untilFirst(keen, 1);
    const [fen] = (await api.listSessions()).filter(({ agent }) => agent === 'fen');
    assert.ok(fen);
    // The next group's line comes after Keen's own line and sessions.
    await untilFirst([fen], keen.length + 2);
  });

  itInFull('shows the sessions of all folders, and the open folder’s again', async () => {
    const home = process.env.SESSION_BROWSER_TEST_HOME ?? '';
    const other = join(home, '.codex/sessions/2031/01/01/rollout-2031-01-01T10-00-00-o.jsonl');
    const line = (type: string, payload: unknown) =>
      `${JSON.stringify({ timestamp: '2031-01-01T10:00:00.000Z', type, payload })}\n`;
    mkdirSync(dirname(other), { recursive: true });
    writeFileSync(
      other,
      line('session_meta', { id: 'o', cwd: '/another/folder', cli_version: '0.169.0' }) +
        line('event_msg', { type: 'user_message', message: 'Said elsewhere' }),
    );
    try {
      await vscode.commands.executeCommand(commandIds.filter, { allFolders: true });
      // The first line is the folder's.
      await untilFirst([{ path: other }], 1);
      await vscode.commands.executeCommand(commandIds.clearFilters);
      await untilFirst([newest, middle, oldest]);
      assert.ok(!(await api.listSessions()).some(({ path }) => path === other));
    } finally {
      await vscode.commands.executeCommand(commandIds.clearFilters);
      rmSync(other);
    }
  });

  it('shows the sessions of folders below, and leaves them out with one click', async () => {
    const home = process.env.SESSION_BROWSER_TEST_HOME ?? '';
    const below = join(home, '.codex/sessions/2031/01/02/rollout-2031-01-02T10-00-00-b.jsonl');
    const line = (type: string, payload: unknown) =>
      `${JSON.stringify({ timestamp: '2031-01-02T10:00:00.000Z', type, payload })}\n`;
    const cwd = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'packages/api');
    mkdirSync(dirname(below), { recursive: true });
    writeFileSync(
      below,
      line('session_meta', { id: 'b', cwd, cli_version: '0.169.0' }) +
        line('event_msg', { type: 'user_message', message: 'Said below' }),
    );
    try {
      await untilFirst([{ path: below }, newest]);
      const [session] = await api.listSessions();
      assert.deepEqual(session?.where, { folder: 'packages/api' });
      await vscode.commands.executeCommand(commandIds.filter, { onlyFolder: true });
      await untilFirst([newest, middle, oldest]);
      await vscode.commands.executeCommand(commandIds.clearFilters);
      await untilFirst([{ path: below }, newest]);
    } finally {
      await vscode.commands.executeCommand(commandIds.clearFilters);
      rmSync(below);
    }
  });

  it('selects the session whose replay comes to the front', async () => {
    await select(0, newest);
    await vscode.commands.executeCommand(commandIds.openReplay, { path: oldest.path });
    await until(async () => {
      assert.equal(replayTabs().length, 1);
      await closeEditors();
      assert.equal(await selectedPath(), oldest.path);
    });
  });

  itInFull('previews in one tab, which a second click keeps', async () => {
    const preview = (session: KeenSession) =>
      vscode.commands.executeCommand(commandIds.preview, { path: session.path });
    const labels = (...expected: readonly string[]) =>
      until(() => {
        assert.deepEqual(
          replayTabs().map(({ label }) => label),
          expected,
        );
      });
    await preview(oldest);
    await labels('The oldest of three');
    await preview(middle);
    await labels('The one between');
    await preview(middle);
    await preview(newest);
    await labels('The one between', 'The newest of three');
    await vscode.commands.executeCommand(commandIds.keepOpen);
    await preview(oldest);
    await labels('The one between', 'The newest of three', 'The oldest of three');
    await preview(middle);
    await labels('The one between', 'The newest of three', 'The oldest of three');
  });

  itInFull('opens a tab for each session where the user wants no previews', async () => {
    const settings = vscode.workspace.getConfiguration('workbench.editor');
    await settings.update('enablePreview', false, vscode.ConfigurationTarget.Global);
    try {
      for (const { path } of [oldest, middle]) {
        await vscode.commands.executeCommand(commandIds.preview, { path });
      }
      await until(() => {
        assert.equal(replayTabs().length, 2);
      });
    } finally {
      await settings.update('enablePreview', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  itInFull('opens and keeps the selected session on Enter', async () => {
    await select(0, newest);
    await vscode.commands.executeCommand(commandIds.openReplay, keyTargets.focused);
    await until(() => {
      assert.deepEqual(
        replayTabs().map(({ label, isActive }) => [label, isActive]),
        [['The newest of three', true]],
      );
    });
    await vscode.commands.executeCommand(commandIds.preview, { path: oldest.path });
    await until(() => {
      assert.equal(replayTabs().length, 2);
    });
  });

  /** Does something and waits until the extension has noticed by itself and redrawn. */
  async function noticed<T>(act: () => T): Promise<T> {
    const changed = new Promise<void>((resolve) => {
      const subscription = api.onDidChangeSessions(() => {
        subscription.dispose();
        resolve();
      });
    });
    const result = act();
    await changed;
    await idle();
    return result;
  }
});

/** Selects a line once VS Code has drawn this session there. */
async function select(place: number, { path }: KeenSession): Promise<void> {
  await until(async () => {
    assert.equal(await selectLine(place), path);
  });
}

/** Waits until a session is selected: while VS Code draws the list again, nothing is. */
async function selected({ path }: KeenSession): Promise<void> {
  await until(async () => {
    assert.equal(await selectedPath(), path);
  });
}

/** Unique IDs, so that no test finds a line of an earlier one. */
let made = 0;

function session(message: string, offset: number): KeenSession {
  made += 1;
  const id = `77777777-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const written = new KeenSession(id, said(message));
  date(written, offset);
  return written;
}

function date({ path }: { readonly path: string }, offset: number): void {
  utimesSync(path, (future + offset) / 1_000, (future + offset) / 1_000);
}

async function groupBy(value: 'none' | 'agent' | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(configKeys.groupBy, value, vscode.ConfigurationTarget.Global);
}
