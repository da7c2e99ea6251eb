import * as vscode from 'vscode';
import { formatList, plural, t } from '#base/l10n.ts';
import { agentLabel } from '#agents/registry.ts';
import { expiresWithin, soonMs } from '#core/events/expiry.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { timeUntil } from '../vscode/relativeTime.ts';
import { offer } from '../vscode/runCommand.ts';
import { settings } from '../vscode/settings.ts';
import type { ChatServices } from './services.ts';

/** Later than this is of no interest. */
const longestMs = 365 * 24 * 60 * 60 * 1_000;

/** Who begins to work has something else to do. */
const waitMs = 30_000;

/** When its agent deletes a session, as a sentence; undefined if it keeps it, as far as is known. */
export function deletionText(
  { agent, expiresAt = Infinity }: Pick<SessionSummary, 'agent' | 'expiresAt'>,
  now: number,
): string | undefined {
  if (expiresAt - now > longestMs) {
    return undefined;
  }
  const when = timeUntil(expiresAt, now, vscode.env.language);
  const label = agentLabel(agent);
  return when === undefined
    ? t('{0} deletes it the next time it starts', label)
    : t('{0} deletes it {1}', label, when);
}

/** Asks once in a window what to keep of the sessions that are deleted soon, until somebody answers. */
export function expiryNotice({
  catalog,
  log,
}: Pick<ChatServices, 'catalog' | 'log'>): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const expiring = () => {
    const now = Date.now();
    return catalog.all().filter(({ expiresAt }) => expiresWithin(expiresAt, soonMs, now));
  };
  const ask = () => {
    const sessions = expiring();
    if (settings.archive() !== 'ask' || sessions.length === 0) {
      return;
    }
    listened.dispose();
    void offer(
      'information',
      `${expiryText(sessions)} ${t('Do you want to keep copies of your sessions?')}`,
      [
        { label: t('Keep All'), run: () => settings.setArchive('all') },
        { label: t('Keep Pinned'), run: () => settings.setArchive('pinned') },
        { label: t('Never Ask'), run: () => settings.setArchive('off') },
      ],
      log,
    );
  };
  const listened = catalog.onDidChange(() => {
    if (timer === undefined && settings.archive() === 'ask' && expiring().length > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        ask();
      }, waitMs);
    }
  });
  return vscode.Disposable.from(listened, new vscode.Disposable(() => clearTimeout(timer)));
}

function expiryText(sessions: readonly SessionSummary[]): string {
  const agents = formatList(
    [...new Set(sessions.map(({ agent }) => agentLabel(agent)))],
    'conjunction',
  );
  return (vscode.workspace.workspaceFolders?.length ?? 0) > 1
    ? plural(
        sessions.length,
        '{1} will delete 1 session of this workspace within a week.',
        '{1} will delete {0} sessions of this workspace within a week.',
        agents,
      )
    : plural(
        sessions.length,
        '{1} will delete 1 session of this folder within a week.',
        '{1} will delete {0} sessions of this folder within a week.',
        agents,
      );
}
