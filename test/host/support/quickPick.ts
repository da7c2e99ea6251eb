import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../support/eventually.ts';

/** Does to the Quick Pick what ends it, until the command that shows it is done. */
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
 * Goes down in the Quick Pick that should be there by now and takes the line it comes to. Nobody tells
 * when one is shown: a test must look at what came of it, and try again.
 */
export async function take(stepsDown: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let step = 0; step < stepsDown; step += 1) {
    await vscode.commands.executeCommand('workbench.action.quickOpenNavigateNext');
  }
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
