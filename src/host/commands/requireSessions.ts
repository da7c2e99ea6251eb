import * as vscode from 'vscode';
import { UserError } from '#core/userError.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { allAgentsAreDisabled } from '../stores/disabledAgents.ts';
import { agentSection } from '../vscode/agentSettings.ts';
import { commandIds } from '../vscode/contributions.ts';
import { wayTo } from '../vscode/wayTo.ts';

/** @throws UserError that says why there is no session and what to do. */
export function requireSessions(catalog: SessionCatalog): void {
  requireFolder();
  if (catalog.state === 'stopped') {
    throw new UserError(vscode.l10n.t('Looking for sessions was stopped.'), [
      wayTo(vscode.l10n.t('Look Again'), commandIds.refresh),
    ]);
  }
  if (catalog.state === 'failed') {
    throw new UserError(
      vscode.l10n.t('The sessions could not be listed: {0}', catalog.failure ?? ''),
      [
        wayTo(vscode.l10n.t('Try Again'), commandIds.refresh),
        wayTo(vscode.l10n.t('Show Log'), commandIds.showLog),
      ],
    );
  }
  if (allAgentsAreDisabled()) {
    throw new UserError(vscode.l10n.t('All agents are turned off in the settings.'), [
      wayTo(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', agentSection),
    ]);
  }
  if (catalog.all().length === 0) {
    const folders = catalog.listings.map(({ folder }) => folder).join(', ');
    throw new UserError(
      vscode.l10n.t(
        'There are no sessions of {0} yet; the Sessions view says where they are looked for.',
        folders,
      ),
    );
  }
}

/** @throws UserError where no folder is open. */
export function requireFolder(): void {
  if (vscode.workspace.workspaceFolders === undefined) {
    throw new UserError(
      vscode.l10n.t('Open a folder first: sessions belong to the folder they ran in.'),
      [wayTo(vscode.l10n.t('Open Folder…'), 'workbench.action.files.openFolder')],
    );
  }
}
