import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { settings, type GroupBy } from '../vscode/settings.ts';

/** Lets the user choose how the list groups sessions; the current way has a check mark. */
export async function groupSessions(): Promise<void> {
  const current = settings.groupBy();
  const item = (label: string, by: GroupBy) => ({
    label,
    by,
    iconPath: new vscode.ThemeIcon(by === current ? 'check' : 'blank'),
  });
  const picked = await vscode.window.showQuickPick(
    plainItems([
      item(t('By Day'), 'day'),
      item(t('By Agent'), 'agent'),
      item(t('Don’t Group'), 'none'),
    ]),
    { title: t('Group Sessions') },
  );
  if (picked !== undefined) {
    await settings.setGroupBy(picked.by);
  }
}
