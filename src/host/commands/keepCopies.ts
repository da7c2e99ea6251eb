import { plural } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { ChatServices } from '../list/services.ts';
import { notify } from '../vscode/notification.ts';

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
