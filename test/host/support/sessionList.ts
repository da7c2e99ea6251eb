import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, replayViewType, viewIds } from '#host/vscode/contributions.ts';
import { eventually } from '../../support/eventually.ts';
import { untilDone } from './quickPick.ts';

/**
 * The list in the side bar, used as by keyboard: VS Code does not expose another extension's tree,
 * but a line can be selected, and the command that copies a path tells which one it is.
 */
export async function focusList(): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.sessions}.focus`);
}

/** Paths of the first lines, from the top. */
export async function firstPaths(count: number): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let place = 0; place < count; place += 1) {
    paths.push(await selectLine(place));
  }
  return paths;
}

/**
 * Selects a line by position, without opening it, and returns its path. Keys that arrive while VS Code
 * redraws the list do nothing, so it retries until a session is selected.
 */
export async function selectLine(place: number): Promise<string> {
  return eventually(async () => {
    await closeEditors();
    await focusList();
    await vscode.commands.executeCommand('list.clear');
    await vscode.commands.executeCommand('list.focusFirst');
    for (let step = 0; step < place; step += 1) {
      await vscode.commands.executeCommand('list.focusDown');
    }
    await vscode.commands.executeCommand('list.toggleSelection');
    return selectedPath();
  });
}

/**
 * Path of the selected line; no replay may be in front. Without a selection, the command shows a
 * Quick Pick, which is closed again.
 */
export async function selectedPath(): Promise<string> {
  const copying = vscode.commands.executeCommand(commandIds.copyPath);
  const path = await untilDone(copying, 'workbench.action.closeQuickOpen');
  assert.equal(typeof path, 'string', 'Nothing is selected.');
  return String(path);
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
  await eventually(() => {
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      [],
    );
  });
}
