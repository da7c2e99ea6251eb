import { plural, t } from '#base/l10n.ts';
import { agentLabel } from '#agents/registry.ts';
import { sessionRef, type SessionRef, type SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ChatServices } from '../catalog/services.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';
import { forkSession } from '../chat/resume/forkSession.ts';
import { commandIds } from '../vscode/contributions.ts';
import { offer } from '../vscode/runCommand.ts';
import { requireTrust } from '../vscode/trust.ts';
import { wayTo } from '../vscode/wayTo.ts';
import { withReadingProgress } from '../vscode/progress.ts';

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
          'Session forked into a new {0} session with the conversation so far. “{1}” is unchanged.',
          agentLabel(fork.agent),
          title,
        );
  const lost = plural(
    unreadable,
    '1 unreadable line was left out.',
    '{0} unreadable lines were left out.',
  );
  return unreadable === 0 ? done : `${done} ${lost}`;
}
