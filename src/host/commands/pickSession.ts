import { homedir } from 'node:os';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { ChatServices } from '../list/services.ts';
import type { SessionCatalog } from '../list/sessionCatalog.ts';
import { openFolderCheck } from '../list/sessionFolder.ts';
import { requireAgents, requireOpenFolder, requireSessions } from './requireSessions.ts';
import { SessionPick, type PickedSession, type PickOptions } from './sessionPick.ts';

/**
 * Lets the user choose one of the workspace's sessions, newest first. Shows the current list at
 * once and adds what a scan finds as it arrives.
 *
 * @returns undefined when the user cancels.
 * @throws UserError if there is none to choose from.
 */
export async function pickSession(
  catalog: SessionCatalog,
  options: PickOptions,
): Promise<PickedSession | undefined> {
  requireOpenFolder();
  return pickWhileScanning(catalog, options, () => requireSessions(catalog));
}

/**
 * Lets the user choose one of the sessions of all folders. Shows the newest as they are found.
 *
 * @returns undefined when the user cancels.
 * @throws UserError if no agent that is turned on has any, or they cannot be listed.
 */
export async function pickFromAllFolders(
  { everywhere }: Pick<ChatServices, 'everywhere'>,
  options: PickOptions,
): Promise<PickedSession | undefined> {
  requireAgents();
  const folders = { home: homedir(), isOpen: openFolderCheck() };
  try {
    return await pickWhileScanning(everywhere, { ...options, folders }, () => {
      if (everywhere.failure !== undefined) {
        throw new UserError(t('Could not list sessions: {0}', everywhere.failure));
      }
      if (everywhere.all().length === 0 && everywhere.state === 'ready') {
        throw new UserError(t('No agent has written any sessions on this machine yet.'));
      }
    });
  } finally {
    everywhere.rest();
  }
}

/** @param requireSome is called when the scan has ended. */
async function pickWhileScanning(
  catalog: SessionCatalog,
  options: PickOptions,
  requireSome: () => void,
): Promise<PickedSession | undefined> {
  const pick = new SessionPick(options);
  const update = () => pick.choices(catalog.all(), catalog.listings.length > 1);
  const progress = catalog.onDidProgress(update);
  try {
    update();
    pick.isBusy = true;
    const refreshed = catalog.refresh().then(() => {
      requireSome();
      pick.isBusy = false;
      update();
      return pick.picked;
    });
    return await Promise.race([pick.picked, refreshed]);
  } finally {
    progress.dispose();
    pick.dispose();
  }
}
