import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { settings } from '../vscode/settings.ts';

type Choice = Parameters<typeof settings.setList>;

/** Lets the user choose how the list groups and sorts sessions; what is so now has a check mark. */
export async function groupSessions(): Promise<void> {
  const groupBy = settings.groupBy();
  const sortBy = settings.sortBy();
  const showsCost = settings.showCost();
  const items: readonly (vscode.QuickPickItem & { readonly choice?: Choice })[] = [
    heading(t('Group')),
    item(t('By Day'), groupBy === 'day', 'groupBy', 'day'),
    item(t('By Agent'), groupBy === 'agent', 'groupBy', 'agent'),
    item(t('Don’t Group'), groupBy === 'none', 'groupBy', 'none'),
    heading(t('Sort')),
    item(t('By Last Update'), sortBy === 'updated', 'sortBy', 'updated'),
    item(t('By Cost'), sortBy === 'cost', 'sortBy', 'cost'),
    heading(t('Cost')),
    item(t('Show Cost'), showsCost, 'showCost', !showsCost),
  ];
  const title = t('Group and Sort Sessions');
  const picked = await vscode.window.showQuickPick(plainItems(items), { title });
  if (picked?.choice !== undefined) {
    await settings.setList(...picked.choice);
  }
}

function heading(label: string) {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function item(label: string, isSo: boolean, ...choice: Choice) {
  return { label, choice, iconPath: new vscode.ThemeIcon(isSo ? 'check' : 'blank') };
}
