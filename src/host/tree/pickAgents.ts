import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import { adapters } from '#agents/registry.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';

interface AgentItem extends vscode.QuickPickItem {
  readonly agent: AgentId;
}

/**
 * Lets the user choose among the agents that have sessions.
 *
 * @param chosen the agents shown now; undefined for all.
 * @returns undefined when the user cancels; `all` for every agent or none, which would show
 *   nothing.
 */
export async function pickAgents(
  sessions: readonly SessionSummary[],
  chosen: readonly AgentId[] | undefined,
): Promise<readonly AgentId[] | 'all' | undefined> {
  const items = adapters.flatMap(({ id, label, icon }): readonly AgentItem[] => {
    const count = sessions.filter(({ agent }) => agent === id).length;
    return count === 0 && chosen?.includes(id) !== true
      ? []
      : [
          {
            agent: id,
            label,
            iconPath: new vscode.ThemeIcon(icon),
            description: plural(count, '1 session', '{0} sessions'),
            picked: chosen?.includes(id) ?? true,
          },
        ];
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Filter Sessions by Agent'),
    placeHolder: t('Select agents to show'),
    canPickMany: true,
  });
  if (picked === undefined) {
    return undefined;
  }
  return picked.length === 0 || picked.length === items.length
    ? 'all'
    : picked.map(({ agent }) => agent);
}
