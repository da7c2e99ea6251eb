import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { settings } from '../vscode/settings.ts';

/** Lets the user choose how the list groups and sorts sessions; what is so now has a check mark. */
export async function groupSessions(): Promise<void> {
  const item = (label: string, isSo: boolean, ...choice: Parameters<typeof settings.setList>) => ({
    label,
    choice,
    iconPath: new vscode.ThemeIcon(isSo ? 'check' : 'blank'),
  });
  const heading = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const [groupBy, sortBy, showsCost] = [settings.groupBy(), settings.sortBy(), settings.showCost()];
  const picked = await vscode.window.showQuickPick(
    plainItems<vscode.QuickPickItem & { readonly choice?: Parameters<typeof settings.setList> }>([
      heading(t('Group')),
      item(t('By Day'), groupBy === 'day', 'groupBy', 'day'),
      item(t('By Agent'), groupBy === 'agent', 'groupBy', 'agent'),
      item(t('Don’t Group'), groupBy === 'none', 'groupBy', 'none'),
      heading(t('Sort')),
      item(t('By Last Update'), sortBy === 'updated', 'sortBy', 'updated'),
      item(t('By Cost'), sortBy === 'cost', 'sortBy', 'cost'),
      heading(t('Cost')),
      item(t('Show Cost'), showsCost, 'showCost', !showsCost),
    ]),
    { title: t('Group and Sort Sessions') },
  );
  if (picked?.choice !== undefined) {
    await settings.setList(...picked.choice);
  }
}
