import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { UserError, type WayOut } from '#core/userError.ts';
import { wayTo } from './wayTo.ts';

/** @throws UserError with the sentence in an untrusted window. */
export function requireTrust(sentence: string, otherWays: readonly WayOut[] = []): void {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(sentence, [
      wayTo(t('Manage Workspace Trust'), 'workbench.trust.manage'),
      ...otherWays,
    ]);
  }
}
