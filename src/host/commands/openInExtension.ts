import * as vscode from 'vscode';
import { speakerLabel } from '#agents/registry.ts';
import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { SessionCatalog } from '../list/sessionCatalog.ts';
import { commandIds } from '../vscode/contributions.ts';
import { extensionUri } from '../vscode/extensionUri.ts';
import { wayTo } from '../vscode/waysOut.ts';

/**
 * Opens a session in its agent's own extension, which VS Code asks about the first time. Such
 * extensions know the sessions of the open folders and show an empty one in place of any other.
 *
 * @param uriOf gives its address; `open` opens it. For tests.
 * @throws UserError with a way out.
 */
export async function openInExtension(
  catalog: Pick<SessionCatalog, 'links' | 'ready'>,
  session: SessionSummary,
  uriOf: (session: SessionSummary) => vscode.Uri | undefined = extensionUri,
  open: (uri: vscode.Uri) => Thenable<boolean> = vscode.env.openExternal,
): Promise<void> {
  const agent = speakerLabel(session);
  const waysOut = [wayTo(t('Resume in Chat'), commandIds.resumeInChat, session)];
  const uri = uriOf(session);
  if (uri === undefined) {
    throw new UserError(t('No installed {0} extension can open this session.', agent), waysOut);
  }
  await catalog.ready();
  if (catalog.links.find(session.agent, session)?.path !== session.path) {
    throw new UserError(
      t('The {0} extension opens sessions of open folders only.', agent),
      waysOut,
    );
  }
  await open(uri);
}
