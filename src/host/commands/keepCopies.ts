import { plural, t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import type { ChatServices } from '../list/services.ts';
import { confirm, notify } from '../vscode/notification.ts';

/** Code points of a session's label in a question. */
const labelLength = 80;

/**
 * Copies sessions into the extension's own storage, so that they can be read when their agent has
 * deleted them.
 *
 * @throws RemoteError with a sentence for the first that cannot be copied.
 */
export async function keepCopies(
  { worker }: Pick<ChatServices, 'worker'>,
  sessions: readonly SessionSummary[],
): Promise<void> {
  for (const { path } of sessions) {
    await worker.request('session/keep', { path });
  }
  if (sessions.length > 0) {
    void notify(
      'information',
      plural(
        sessions.length,
        'Kept a copy of 1 session. The list shows it if the agent deletes its own.',
        'Kept copies of {0} sessions. The list shows them if the agents delete their own.',
      ),
    );
  }
}

/** @throws UserError if the session is not a copy of ours. */
export async function deleteCopy(
  { worker, catalog, everywhere }: Pick<ChatServices, 'worker' | 'catalog' | 'everywhere'>,
  session: SessionSummary,
): Promise<void> {
  if (session.isKept !== true) {
    throw new UserError(t('This session belongs to its agent. You can delete only copies here.'));
  }
  const isSure = await confirm(
    'warning',
    t('Delete the kept copy of “{0}”?', oneLine(sessionLabel(session), labelLength)),
    t('Its agent no longer has this session, or does not list it.'),
    t('Delete'),
  );
  if (isSure) {
    await worker.request('session/unkeep', { path: session.path });
    catalog.outdate();
    everywhere.outdate();
  }
}
