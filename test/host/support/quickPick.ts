import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

/** Repeats an action that ends the Quick Pick, until the command showing it is done. */
export async function untilDone<T>(pending: Thenable<T>, command: string): Promise<T> {
  let done = false;
  void pending.then(() => {
    done = true;
  });
  await until(async () => {
    await vscode.commands.executeCommand(command);
    assert.ok(done);
  });
  return pending;
}

/**
 * Shows Quick Picks one after the other and takes a line of each, until the result passes a check.
 * Nothing reports that one is shown, so what comes too early is tried again, more slowly each time.
 *
 * @param stepsDown to the line, for each of them.
 */
export async function takeUntil<T>(
  show: () => Thenable<T>,
  stepsDown: readonly number[],
  check: (result: T) => unknown,
): Promise<void> {
  let waitMs = 500;
  await until(async () => {
    waitMs *= 2;
    const pending = show();
    for (const steps of stepsDown) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      for (let step = 0; step < steps; step += 1) {
        await vscode.commands.executeCommand('workbench.action.quickOpenNavigateNext');
      }
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }
    await check(await untilDone(pending, 'workbench.action.closeQuickOpen'));
  });
}
