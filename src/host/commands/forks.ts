import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { ChatServices } from '../catalog/services.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';
import { pickFrom } from './pickSession.ts';

/**
 * A session's parent: from the list, else from the place its log names.
 *
 * @throws UserError or RemoteError with a sentence if there is none or it cannot be read.
 */
export async function parentSession(
  { catalog, gate }: Pick<ChatServices, 'catalog' | 'gate'>,
  session: SessionSummary,
): Promise<SessionSummary> {
  if (session.parent === undefined) {
    throw new UserError(t('This session is not a fork.'));
  }
  await catalog.refresh();
  const parent = catalog.links.parentOf(session);
  if (parent !== undefined) {
    return parent;
  }
  const { path, id } = session.parent;
  if (path !== undefined) {
    return gate.summary(path);
  }
  throw new UserError(t('The parent session is not in the list. Its ID is {0}.', id ?? '?'));
}

/**
 * A fork of this session; the user chooses if there are several.
 *
 * @returns undefined when the user cancels.
 * @throws UserError if there is none.
 */
export async function forkOf(
  { catalog }: Pick<ChatServices, 'catalog'>,
  session: SessionSummary,
): Promise<SessionSummary | undefined> {
  await catalog.refresh();
  const forks = catalog.links.forksOf(session);
  if (forks.length === 0) {
    throw new UserError(t('This session has no forks in this workspace.'));
  }
  return forks.length === 1
    ? forks[0]
    : pickFrom(forks, t('Forks of “{0}”', sessionLabel(session)));
}
