import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SessionBrowserApi } from '#host/export/api.ts';
import { commandIds, replayViewType, viewIds } from '#host/vscode/contributions.ts';
import { untilDone } from './quickPick.ts';
import { testChannel, until } from './until.ts';

/** The keyboard is in the list. */
export async function focusList(): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.sessions}.focus`);
}

/** Waits until these sessions are the first lines, after so many groups. */
export async function untilFirst(
  sessions: readonly { readonly path: string }[],
  groups = 0,
): Promise<void> {
  const paths = sessions.map(({ path }) => path);
  const channel = await testChannel();
  await until(async () => {
    await channel.whenIdle();
    const lines = channel.lines().slice(groups, groups + paths.length);
    assert.deepEqual(
      lines.map(({ path }) => path),
      paths,
    );
  });
}

/**
 * Selects a line by position, without opening it, and returns its path: the command that copies a path
 * tells which one it is. Keys that arrive while VS Code
 * redraws the list do nothing or fail, so it retries until a session is selected.
 */
export async function selectLine(place: number): Promise<string> {
  return until(async () => {
    await closeEditors();
    await focusList();
    await press('list.clear');
    await press('list.focusFirst');
    for (let step = 0; step < place; step += 1) {
      await press('list.focusDown');
    }
    await press('list.toggleSelection');
    return selectedPath();
  });
}

/** A line that VS Code still shows may be gone from its tree: “TreeError […] Data tree node not found”. */
async function press(key: string): Promise<void> {
  try {
    await vscode.commands.executeCommand(key);
  } catch (error) {
    assert.doesNotMatch(String(error), /TreeError/);
    throw error;
  }
}

/**
 * Path of the selected line; no replay may be in front. Without a selection, the command shows a
 * Quick Pick, which is closed again.
 */
export async function selectedPath(): Promise<string> {
  const copying = vscode.commands.executeCommand(commandIds.copy, { what: 'path' });
  const path = await untilDone(copying, 'workbench.action.closeQuickOpen');
  assert.equal(typeof path, 'string', 'Nothing is selected.');
  return String(path);
}

/** All sessions but VS Code’s own chats, which it saves at times of its own. */
export function ofAgents<Session extends { readonly agent: string }>(
  sessions: readonly Session[],
): readonly Session[] {
  return sessions.filter(({ agent }) => agent !== 'vscode');
}

/** Their paths. */
export async function pathsOfAgents(api: SessionBrowserApi): Promise<readonly string[]> {
  return ofAgents(await api.listSessions()).map(({ path }) => path);
}

/** Replay tabs, in window order. */
export function replayTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith(replayViewType),
    );
}

export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until(() => {
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      [],
    );
  });
}
