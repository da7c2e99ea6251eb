import { basename } from 'node:path';
import { intlLocale, plural, t } from '#base/l10n.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters, agentLabel } from '#agents/registry.ts';
import type { AgentId } from '#core/session.ts';
import type { FolderListing, ScanCount } from '#protocol/worker.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { disabledAgents } from '../stores/disabledAgents.ts';
import { shortenHome } from '../vscode/log.ts';

/**
 * The message above the list: why it is empty or incomplete. A view's welcome text cannot include
 * anything found out at run time, so the searched folders are named here.
 *
 * @param chosen agents to which the list is filtered; undefined for all.
 */
export function listMessage(
  listings: readonly FolderListing[],
  chosen: readonly AgentId[] | undefined,
  home: string,
): string {
  const parts: string[] = [];
  if (listings.every(({ sessions }) => sessions.length === 0)) {
    parts.push(emptyMessage(listings, home));
  } else if (chosen !== undefined) {
    parts.push(filterMessage(listings, chosen));
  }
  const unreadable = listings.reduce((sum, { failures }) => sum + failures.length, 0);
  if (unreadable > 0) {
    parts.push(
      plural(
        unreadable,
        'Could not read 1 log. Select “Show Log” above for details.',
        'Could not read {0} logs. Select “Show Log” above for details.',
      ),
    );
  }
  parts.push(...otherFilesMessages(listings, home));
  return parts.join(' ');
}

/** Each folder once, though the listings of several workspace folders may report it. */
function otherFilesMessages(listings: readonly FolderListing[], home: string): readonly string[] {
  const messages = listings.flatMap(({ others }) =>
    others.map(({ folder, agent, count }) => {
      const place = shortenHome(folder, home);
      return plural(
        count,
        '1 file in {1} is not a {2} session.',
        '{0} files in {1} are not {2} sessions.',
        place,
        agentNames([agent]),
      );
    }),
  );
  return [...new Set(messages)];
}

/**
 * The message above the list when a scan takes long, was stopped or failed. An empty list reports a
 * failure in its welcome text instead.
 */
export function scanMessage({
  count,
  wasStopped,
  failure,
  agents,
}: Pick<SessionCatalog, 'count' | 'wasStopped' | 'failure' | 'agents'>): string {
  const parts: string[] = [];
  if (count !== undefined) {
    parts.push(countMessage(count));
  }
  if (wasStopped) {
    parts.push(t('Scan stopped. Refresh to continue.'));
  }
  if (failure !== undefined && agents.size > 0) {
    parts.push(t('Could not list sessions: {0}', failure));
  }
  return parts.join(' ');
}

function countMessage({ found, looked }: ScanCount): string {
  return found === 0
    ? t('Scanning for sessions… {0} logs so far.', looked)
    : t('Scanning for sessions… {0} found so far.', found);
}

/** The agents' names as a readable enumeration. */
export function agentNames(agents: readonly AgentId[]): string {
  return new Intl.ListFormat(intlLocale(), { type: 'unit' }).format(agents.map(agentLabel));
}

function filterMessage(listings: readonly FolderListing[], chosen: readonly AgentId[]): string {
  const all = listings.flatMap(({ sessions }) => sessions);
  const shown = all.filter(({ agent }) => chosen.includes(agent)).length;
  return t('{0} only: {1} of {2} sessions.', agentNames(chosen), shown, all.length);
}

function emptyMessage(listings: readonly FolderListing[], home: string): string {
  const list = (texts: readonly string[]) => [...new Set(texts)].join(', ');
  const folders = list(listings.map(({ folder }) => basename(folder)));
  const searched = list(
    listings.flatMap((listing) => listing.searched.map((path) => shortenHome(path, home))),
  );
  const off = disabledAgents();
  const labels = (of: readonly AgentAdapter[]) => list(of.map(({ label }) => label));
  return [
    searched === ''
      ? t('No sessions for {0}. No agent has written any on this machine.', folders)
      : t('No sessions for {0} yet. Searched in: {1}.', folders, searched),
    t(
      'Run {0} in this folder, and its sessions appear here.',
      labels(adapters.filter((adapter) => !off.includes(adapter))),
    ),
    ...(off.length === 0 ? [] : [t('Turned off in settings: {0}.', labels(off))]),
  ].join(' ');
}
