import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { formatSessionLink, type SessionTarget } from '#agents/sessionLink.ts';

/**
 * Copies a link that opens a session in this product, and says so.
 *
 * @param extension ID of the extension.
 * @returns the link.
 */
export async function copyLink(target: SessionTarget, extension: string): Promise<string> {
  const link = formatSessionLink(target, { scheme: vscode.env.uriScheme, extension });
  await vscode.env.clipboard.writeText(link);
  vscode.window.setStatusBarMessage(t('Link copied'), 3_000);
  return link;
}
