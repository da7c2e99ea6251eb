import { t } from '#base/l10n.ts';
import type { NewCompaction } from '#core/events/newEvent.ts';
import type { SessionRef } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { CreatedSession, ForkPoint } from '#protocol/writing.ts';
import type { ChatServices } from '../../list/services.ts';
import { openFolders } from '../../vscode/openFolders.ts';

/**
 * Starts a session with all or part of the events of another, which stays as it is. The replay
 * links the two in both directions.
 *
 * @param options.point which part; everything if absent.
 * @param options.opening stands in for what is left behind.
 * @throws UserError with a sentence about what could not be written; AbortError when the signal
 *   fires, and then the fork is gone unless it was already complete.
 */
export async function forkSession(
  services: Pick<ChatServices, 'worker' | 'catalog'>,
  session: SessionRef & { readonly cwd?: string | undefined },
  options: {
    readonly point: Omit<ForkPoint, 'path'>;
    readonly opening?: NewCompaction | undefined;
    readonly signal: AbortSignal;
  },
): Promise<CreatedSession> {
  const { point, opening, signal } = options;
  const cwd = session.cwd ?? openFolders()[0];
  if (cwd === undefined) {
    throw new UserError(t('Sessions belong to a folder on disk. Open a folder and try again.'));
  }
  const from = { ...point, path: session.path };
  const request = { cwd, events: [], from, opening };
  const result = await services.worker.request('write/create', request, signal);
  if (!result.ok) {
    throw new UserError(t('Could not fork the session: {0}', result.failure.message));
  }
  await services.catalog.refresh();
  return result.value;
}
