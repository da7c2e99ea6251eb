import * as vscode from 'vscode';
import { type WayOut, UserError } from '#core/userError.ts';
import { t } from '#base/l10n.ts';

/** A way out that runs a command. */
export function wayTo(label: string, command: string, ...args: readonly unknown[]): WayOut {
  return { label, run: () => vscode.commands.executeCommand(command, ...args) };
}

/** @throws UserError with the sentence in an untrusted window. */
export function requireTrust(sentence: string, otherWays: readonly WayOut[] = []): void {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(sentence, [
      wayTo(t('Manage Workspace Trust'), 'workbench.trust.manage'),
      ...otherWays,
    ]);
  }
}
