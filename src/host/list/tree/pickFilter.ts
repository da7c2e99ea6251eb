import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import { adapters } from '#agents/registry.ts';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import { tagLabel } from '../sessionLabel.ts';
import { plainItems } from '../../vscode/plainItems.ts';

/**
 * Lets the user choose among the agents that have sessions.
 *
 * @param chosen the agents shown now; undefined for all.
 * @returns undefined when the user cancels; none for every agent or none, which would show nothing.
 */
export async function pickAgents(
  sessions: readonly SessionSummary[],
  chosen: readonly AgentId[] | undefined,
): Promise<readonly AgentId[] | undefined> {
  const items = adapters.flatMap(({ id, label, icon }) => {
    const count = sessions.filter(({ agent }) => agent === id).length;
    const picked = chosen?.includes(id);
    return count === 0 && picked !== true
      ? []
      : [{ ...item(id, label, count, picked ?? true), iconPath: new vscode.ThemeIcon(icon) }];
  });
  const agents = await pick(t('Filter Sessions by Agent'), t('Select agents to show'), items);
  return agents?.length === items.length ? [] : agents;
}

/**
 * Lets the user choose among the tags of sessions.
 *
 * @param chosen the tags by which the list is filtered now; undefined for none.
 * @returns undefined when the user cancels; no tags for no filter.
 */
export async function pickTags(
  sessions: readonly SessionSummary[],
  chosen: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const counts = new Map(chosen.map((tag) => [tag, 0]));
  for (const tag of sessions.flatMap(({ marks }) => marks?.tags ?? [])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const items = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, count]) => item(tag, tagLabel(tag), count, chosen.includes(tag)));
  return pick(t('Filter Sessions by Tag'), t('Select tags to show'), items);
}

function item(name: string, label: string, count: number, picked: boolean) {
  return { name, label, description: plural(count, '1 session', '{0} sessions'), picked };
}

async function pick(
  title: string,
  placeHolder: string,
  items: readonly (vscode.QuickPickItem & { readonly name: string })[],
): Promise<readonly string[] | undefined> {
  const picked = await vscode.window.showQuickPick(plainItems(items), {
    title,
    placeHolder,
    canPickMany: true,
  });
  return picked?.map(({ name }) => name);
}
