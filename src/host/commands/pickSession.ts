import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import { agentSection } from '../vscode/agentSettings.ts';
import { commandIds } from '../vscode/contributions.ts';
import { allAgentsAreDisabled } from '../stores/disabledAgents.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { SessionPick, type PickedSession, type PickOptions } from './sessionPick.ts';

/**
 * Lets the user choose one of the workspace's sessions, newest first. What is known is shown at once,
 * and what a look at the disk brings as it comes.
 *
 * @returns undefined when the user leaves without choosing.
 * @throws UserError when there is none to choose from.
 */
export async function pickSession(
  catalog: SessionCatalog,
  options: PickOptions,
): Promise<PickedSession | undefined> {
  requireFolder();
  const pick = new SessionPick(options);
  const update = () => {
    pick.choices(catalog.all(), catalog.listings.length > 1);
  };
  const progress = catalog.onDidProgress(update);
  try {
    update();
    pick.isBusy = true;
    const listed = catalog.refresh().then(() => {
      requireSessions(catalog);
      pick.isBusy = false;
      update();
      return pick.picked;
    });
    return await Promise.race([pick.picked, listed]);
  } finally {
    progress.dispose();
    pick.dispose();
  }
}

/**
 * Lets the user choose one of these sessions.
 *
 * @returns undefined when the user leaves without choosing.
 */
export async function pickFrom(
  sessions: readonly SessionSummary[],
  title: string,
): Promise<SessionSummary | undefined> {
  const pick = new SessionPick({ title });
  try {
    pick.choices(sessions, false);
    return (await pick.picked)?.session;
  } finally {
    pick.dispose();
  }
}

/** @throws UserError that says why there is no session and what to do. */
export function requireSessions(catalog: SessionCatalog): void {
  requireFolder();
  if (catalog.state === 'stopped') {
    throw new UserError(vscode.l10n.t('Looking for sessions was stopped.'), [
      {
        label: vscode.l10n.t('Look Again'),
        run: () => vscode.commands.executeCommand(commandIds.refresh),
      },
    ]);
  }
  if (catalog.state === 'failed') {
    throw new UserError(
      vscode.l10n.t('The sessions could not be listed: {0}', catalog.failure ?? ''),
      [
        {
          label: vscode.l10n.t('Try Again'),
          run: () => vscode.commands.executeCommand(commandIds.refresh),
        },
        {
          label: vscode.l10n.t('Show Log'),
          run: () => vscode.commands.executeCommand(commandIds.showLog),
        },
      ],
    );
  }
  if (allAgentsAreDisabled()) {
    throw new UserError(vscode.l10n.t('All agents are turned off in the settings.'), [
      {
        label: vscode.l10n.t('Open Settings'),
        run: () => vscode.commands.executeCommand('workbench.action.openSettings', agentSection),
      },
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

function requireFolder(): void {
  if (vscode.workspace.workspaceFolders === undefined) {
    throw new UserError(
      vscode.l10n.t('Open a folder first: sessions belong to the folder they ran in.'),
      [
        {
          label: vscode.l10n.t('Open Folder…'),
          run: () => vscode.commands.executeCommand('workbench.action.files.openFolder'),
        },
      ],
    );
  }
}
