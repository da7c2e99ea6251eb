import * as vscode from 'vscode';
import { agentLabel } from '#agents/registry.ts';
import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import { readSessionLink } from '#agents/sessionLink.ts';
import type { ChatServices } from '../list/services.ts';
import { agentSection } from '../vscode/agentSettings.ts';
import { commandIds } from '../vscode/contributions.ts';
import { withCancelButton } from '../vscode/progress.ts';
import { wayTo } from '../vscode/waysOut.ts';

/** Characters of a foreign ID in a sentence. */
const idLength = 60;

/**
 * The session that a link names: among those of the open folders, else in any agent's store.
 *
 * @throws UserError with a way out if it is no link, or there is no such session.
 */
export async function linkedSession(
  { catalog, worker }: ChatServices,
  uri: unknown,
): Promise<{ readonly session: SessionSummary; readonly rowId: string | undefined }> {
  const goToSession = wayTo(t('Go to Session…'), commandIds.goToSession);
  const target = uri instanceof vscode.Uri ? readSessionLink(uri) : undefined;
  if (target === undefined) {
    throw new UserError(t('This is not a link to a session.'), [goToSession]);
  }
  const { agent, id, rowId } = target;
  await catalog.ready();
  const session =
    catalog.links.find(agent, { id }) ??
    (await withCancelButton(t('Looking for the session…'), (signal) =>
      worker.request('sessions/find', { agent, id }, signal),
    ));
  if (session === undefined) {
    throw new UserError(
      t(
        'This machine has no {0} session with the ID {1}. It was deleted, or its agent is turned off.',
        agentLabel(agent),
        oneLine(id, idLength),
      ),
      [goToSession, wayTo(t('Open Settings'), 'workbench.action.openSettings', agentSection)],
    );
  }
  return { session, rowId };
}
