import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { SessionCatalog } from '../list/sessionCatalog.ts';
import { allAgentsAreDisabled } from '../list/disabledAgents.ts';
import { agentSection } from '../vscode/agentSettings.ts';
import { commandIds } from '../vscode/contributions.ts';
import { wayTo } from '../vscode/waysOut.ts';

/** @throws UserError that says why there is no session and what to do. */
export function requireSessions(catalog: SessionCatalog): void {
  requireOpenFolder();
  if (catalog.state === 'stopped') {
    throw new UserError(t('Scan stopped.'), [wayTo(t('Scan Again'), commandIds.refresh)]);
  }
  if (catalog.state === 'failed') {
    throw new UserError(t('Could not list sessions: {0}', catalog.failure ?? ''), [
      wayTo(t('Try Again'), commandIds.refresh),
      wayTo(t('Show Log'), commandIds.showLog),
    ]);
  }
  requireAgents();
  if (catalog.all().length === 0) {
    const folders = catalog.listings.map(({ folder }) => folder).join(', ');
    throw new UserError(t('No sessions for {0} yet.', folders), [
      wayTo(t('Show Sessions of Other Folders'), commandIds.goToAnySession),
    ]);
  }
}

/** @throws UserError if all agents are turned off. */
export function requireAgents(): void {
  if (allAgentsAreDisabled()) {
    throw new UserError(t('All agents are turned off in settings.'), [
      wayTo(t('Open Settings'), 'workbench.action.openSettings', agentSection),
    ]);
  }
}

/** @throws UserError if no folder is open. */
export function requireOpenFolder(): void {
  if (vscode.workspace.workspaceFolders === undefined) {
    throw new UserError(t('Sessions belong to the folder they ran in. Open a folder first.'), [
      wayTo(t('Open Folder…'), 'workbench.action.files.openFolder'),
    ]);
  }
}
