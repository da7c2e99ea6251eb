import * as vscode from 'vscode';
import { withoutLinks } from '#core/text/inertText.ts';

const shows = {
  error: vscode.window.showErrorMessage,
  warning: vscode.window.showWarningMessage,
  information: vscode.window.showInformationMessage,
} as const;

/**
 * Shows a notification. Words in it may come from logs, settings and file names: no link comes of them.
 *
 * @returns the button that was clicked; undefined if none was.
 */
export async function notify(
  kind: keyof typeof shows,
  sentence: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return shows[kind](withoutLinks(sentence), ...buttons);
}

/**
 * Asks in front of everything, until there is an answer.
 *
 * @returns the button that was clicked; undefined for Cancel.
 */
export async function ask(
  kind: 'warning' | 'information',
  question: string,
  detail: string,
  ...buttons: readonly vscode.MessageItem[]
): Promise<string | undefined> {
  const options = { modal: true, detail: withoutLinks(detail) };
  return (await shows[kind](withoutLinks(question), options, ...buttons))?.title;
}
