import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters, agentLabel } from '#agents/registry.ts';
import type { AgentId } from '#core/session.ts';
import type { FolderListing, ScanCount } from '#protocol/worker.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { disabledAgents } from '../stores/disabledAgents.ts';
import { shortenHome } from '../vscode/log.ts';

/**
 * What stands above the list: why it is empty or not whole. A view's welcome text can name nothing
 * that is found out at run time, so the folders that were searched are named here.
 *
 * @param chosen agents whose sessions alone are shown; undefined for all.
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
      vscode.l10n.t('Logs that could not be read: {0}. “Show Log” above says why.', unreadable),
    );
  }
  parts.push(...otherFilesMessages(listings, home));
  return parts.join(' ');
}

/** Each folder once, though every open folder may be told of it. */
function otherFilesMessages(listings: readonly FolderListing[], home: string): readonly string[] {
  const messages = listings.flatMap(({ others }) =>
    others.map(({ folder, agent, count }) => {
      const place = shortenHome(folder, home);
      return count === 1
        ? vscode.l10n.t('1 file in {0} is not a {1} session.', place, agentNames([agent]))
        : vscode.l10n.t(
            '{2} files in {0} are not {1} sessions.',
            place,
            agentNames([agent]),
            count,
          );
    }),
  );
  return [...new Set(messages)];
}

/**
 * What stands above the list of a scan that takes long, was stopped or failed. An empty list says in its
 * welcome text that it failed.
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
    parts.push(vscode.l10n.t('Looking for sessions was stopped; “Refresh” above goes on.'));
  }
  if (failure !== undefined && agents.size > 0) {
    parts.push(vscode.l10n.t('The sessions could not be listed: {0}', failure));
  }
  return parts.join(' ');
}

function countMessage({ found, looked }: ScanCount): string {
  const format = new Intl.NumberFormat(vscode.env.language);
  return found === 0
    ? vscode.l10n.t('Looking for sessions. Logs looked at so far: {0}.', format.format(looked))
    : vscode.l10n.t('Looking for sessions. Found so far: {0}.', format.format(found));
}

/** The agents' names, as one reads them. */
export function agentNames(agents: readonly AgentId[]): string {
  return new Intl.ListFormat(vscode.env.language, { type: 'unit' }).format(agents.map(agentLabel));
}

function filterMessage(listings: readonly FolderListing[], chosen: readonly AgentId[]): string {
  const all = listings.flatMap(({ sessions }) => sessions);
  const shown = all.filter(({ agent }) => chosen.includes(agent)).length;
  return vscode.l10n.t('{0} only: {1} of {2} sessions.', agentNames(chosen), shown, all.length);
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
      ? vscode.l10n.t('No sessions of {0}: no agent has written any on this machine.', folders)
      : vscode.l10n.t('No sessions of {0} yet. Looked for in: {1}.', folders, searched),
    vscode.l10n.t(
      'Work in this folder with {0} and they appear here by themselves.',
      labels(adapters.filter((adapter) => !off.includes(adapter))),
    ),
    ...(off.length === 0 ? [] : [vscode.l10n.t('Turned off in the settings: {0}.', labels(off))]),
  ].join(' ');
}
