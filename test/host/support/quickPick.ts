import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../support/eventually.ts';

/** Repeats an action that ends the Quick Pick, until the command showing it is done. */
export async function untilDone<T>(pending: Thenable<T>, command: string): Promise<T> {
  let done = false;
  void pending.then(() => {
    done = true;
  });
  await eventually(async () => {
    await vscode.commands.executeCommand(command);
    assert.ok(done);
  });
  return pending;
}

/**
 * Moves down in the expected Quick Pick and accepts the line reached. Nothing reports that one is
 * shown, so tests must check the result and retry.
 */
export async function take(stepsDown: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let step = 0; step < stepsDown; step += 1) {
    await vscode.commands.executeCommand('workbench.action.quickOpenNavigateNext');
  }
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
