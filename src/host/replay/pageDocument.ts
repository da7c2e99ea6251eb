import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { language } from '#base/l10n.ts';
import { replayPage } from './html.ts';

/** What a page of ours may do: run its scripts, and load nothing but what is in its folder. */
export function pageOptions(folder: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [folder] };
}

/** @param name of its script and its style sheet. */
export function pageDocument(
  webview: vscode.Webview,
  folder: vscode.Uri,
  name: 'main' | 'numbers' | 'search',
): string {
  const file = (suffix: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, `${name}.${suffix}`)).toString();
  return replayPage({
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('base64'),
    script: file('js'),
    style: file('css'),
    language: language(),
  });
}
