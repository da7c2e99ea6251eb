import * as vscode from 'vscode';
import { t, plural } from '#base/l10n.ts';
import { type SessionSummary, sessionRef, type SessionRef } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import { isolated } from '#core/text/inertText.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { forkSession } from '../chat/resume/forkSession.ts';
import { commandIds } from '../vscode/contributions.ts';
import { offer } from '../vscode/runCommand.ts';
import { requireTrust, wayTo } from '../vscode/waysOut.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { withReadingProgress } from '../vscode/progress.ts';
import { relativeTime } from '../vscode/relativeTime.ts';

/** Code points of a title in a sentence. */
const titleLength = 60;

/**
 * Forks a session for a user: the fork's replay comes to the front, and a notification offers to
 * continue it.
 *
 * @param options.rowId the last row of the fork; all rows if absent.
 * @throws UserError with a sentence if it was not forked, also in an untrusted window.
 */
export async function forkAndShow(
  services: ChatServices,
  session: SessionSummary,
  options: {
    readonly rowId: string | undefined;
    readonly show: (fork: SessionSummary) => Promise<void>;
  },
): Promise<SessionRef> {
  requireTrust(t('Forking a session requires a trusted workspace.'));
  const { log, gate } = services;
  const { rowId } = options;
  const created = await withReadingProgress(session, t('Forking session…'), (signal) =>
    forkSession(services, session, { point: { rowId }, signal }),
  );
  log.info('commands', 'forked', { from: session.agent, unreadable: created.unreadable });
  const fork = await gate.summary(created.session.path);
  await options.show(fork);
  const resume = wayTo(t('Resume in Chat'), commandIds.resumeInChat, sessionRef(fork));
  void offer('information', forkedSentence(session, created), [resume], log);
  return created.session;
}

function forkedSentence(
  session: SessionSummary,
  { session: fork, unreadable }: { readonly session: SessionRef; readonly unreadable: number },
): string {
  const title = oneLine(sessionLabel(session), titleLength);
  const done =
    fork.agent === session.agent
      ? t('Session forked. “{0}” is unchanged.', title)
      : t(
          'Session forked into a Session Browser chat with the conversation so far. “{0}” is unchanged.',
          title,
        );
  const lost = plural(
    unreadable,
    '1 unreadable line was left out.',
    '{0} unreadable lines were left out.',
  );
  return unreadable === 0 ? done : `${done} ${lost}`;
}

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
 * A session's parent, or a fork of it; the user chooses if there are several.
 *
 * @returns undefined when the user cancels.
 * @throws UserError or RemoteError with a sentence if there is none or it cannot be read.
 */
export async function parentOrFork(
  services: Pick<ChatServices, 'catalog' | 'gate'>,
  session: SessionSummary,
): Promise<SessionSummary | undefined> {
  const { catalog } = services;
  await catalog.refresh();
  const forks = catalog.links.forksOf(session);
  if (session.parent === undefined && forks.length === 0) {
    throw new UserError(t('This session is not a fork and has none in this workspace.'));
  }
  if (forks.length === 0) {
    return parentSession(services, session);
  }
  const [fork, ...more] = forks;
  if (session.parent === undefined && more.length === 0) {
    return fork;
  }
  const parent = catalog.links.parentOf(session);
  const heading = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const lines: readonly (vscode.QuickPickItem & { readonly fork?: SessionSummary })[] = [
    ...(session.parent === undefined
      ? []
      : [
          heading(t('Parent')),
          { label: parent === undefined ? t('Parent Session') : isolated(sessionLabel(parent)) },
        ]),
    heading(t('Forks')),
    ...forks.map((each) => ({
      label: isolated(sessionLabel(each)),
      description: relativeTime(each.updatedAt, Date.now(), vscode.env.language),
      fork: each,
    })),
  ];
  const picked = await vscode.window.showQuickPick(plainItems(lines), {
    title: t('Parent and Forks of “{0}”', oneLine(sessionLabel(session), titleLength)),
  });
  return picked && (picked.fork ?? parentSession(services, session));
}
