import type { SessionSummary } from '#core/session.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { requireFolder, requireSessions } from './requireSessions.ts';
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
  requireFolder();
  const pick = new SessionPick(options);
  const update = () => {
    pick.choices(catalog.all(), catalog.listings.length > 1);
  };
  const progress = catalog.onDidProgress(update);
  try {
    update();
    pick.isBusy = true;
    const refreshed = catalog.refresh().then(() => {
      requireSessions(catalog);
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

/**
 * Lets the user choose one of these sessions.
 *
 * @returns undefined when the user cancels.
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
