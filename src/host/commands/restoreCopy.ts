import { homedir } from 'node:os';
import { plural, t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import type { ChatServices } from '../list/services.ts';
import { commandIds } from '../vscode/contributions.ts';
import { confirm } from '../vscode/notification.ts';
import { offer } from '../vscode/runCommand.ts';
import { tildePath } from '../vscode/tildePath.ts';
import { requireTrust, wayTo } from '../vscode/waysOut.ts';

/** Code points of a session's label in a question. */
const labelLength = 80;
/** Files that a question names. */
const mostNamed = 8;

/**
 * Puts the files of a kept copy back where its agent had them, after a question that names them.
 *
 * @throws UserError, RemoteError with a sentence if it cannot be restored.
 */
export async function restoreCopy(
  {
    worker,
    catalog,
    everywhere,
    log,
  }: Pick<ChatServices, 'worker' | 'catalog' | 'everywhere' | 'log'>,
  session: SessionSummary,
): Promise<void> {
  requireTrust(t('Sessions cannot be restored in an untrusted workspace.'));
  const { agent, files, isTemporary } = await worker.request('session/restorable', {
    path: session.path,
  });
  // The session's own file comes last, and is what everybody knows.
  const named = [...files]
    .reverse()
    .slice(0, mostNamed)
    .map((file) => tildePath(file, homedir()));
  const more = files.length - named.length;
  const isSure = await confirm(
    'information',
    t('Restore “{0}” to {1}?', oneLine(sessionLabel(session), labelLength), agent),
    [
      plural(files.length, 'This file is created:', 'These {0} files are created:'),
      ...named,
      ...(more > 0 ? [plural(more, 'and 1 more', 'and {0} more')] : []),
      '',
      isTemporary
        ? t(
            'Nothing is replaced, and the copy stays. From then on, {0} deletes the session by its own rules again.',
            agent,
          )
        : t('Nothing is replaced, and the copy stays.'),
    ].join('\n'),
    t('Restore'),
  );
  if (!isSure) {
    return;
  }
  const { path } = await worker.request('session/restore', { path: session.path });
  log.info('archive', 'session restored', { path });
  for (const each of [catalog, everywhere]) {
    each.outdate();
  }
  void offer(
    'information',
    t('The session is back in {0}.', agent),
    [
      wayTo(t('Resume in Terminal'), commandIds.resumeInTerminal, { path }),
      wayTo(t('Open Replay'), commandIds.openReplay, { path }),
    ],
    log,
  );
}
