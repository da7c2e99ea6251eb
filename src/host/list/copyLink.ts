import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { formatSessionLink, type SessionTarget } from '#agents/sessionLink.ts';
import { copyText } from '../vscode/copyText.ts';

/**
 * Copies links that open sessions in this product, a line each, and says so.
 *
 * @param extension ID of the extension.
 * @returns the links; undefined for none.
 */
export async function copyLinks(
  targets: readonly SessionTarget[],
  extension: string,
): Promise<string | undefined> {
  if (targets.length === 0) {
    return undefined;
  }
  const { uriScheme: scheme } = vscode.env;
  const links = targets
    .map((target) => formatSessionLink(target, { scheme, extension }))
    .join('\n');
  await copyText(links);
  vscode.window.setStatusBarMessage(t('Link copied'), 3_000);
  return links;
}
