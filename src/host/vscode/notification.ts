import * as vscode from 'vscode';
import { withoutLinks } from '#core/text/inertText.ts';

const shows = {
  error: vscode.window.showErrorMessage,
  warning: vscode.window.showWarningMessage,
  information: vscode.window.showInformationMessage,
} as const;

/**
 * Shows a notification. Its words may come from logs, settings and file names, so they cannot
 * become links.
 *
 * @returns the clicked button; undefined if none.
 */
export async function notify(
  kind: keyof typeof shows,
  sentence: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return shows[kind](withoutLinks(sentence), ...buttons);
}

/** Asks in a modal dialog whether to do what the button says. */
export async function confirm(
  kind: 'warning' | 'information',
  question: string,
  detail: string,
  button: string,
): Promise<boolean> {
  return (await ask(kind, question, detail, { title: button })) === button;
}

/** Asks in a modal dialog. @returns the clicked button; undefined for Cancel. */
export async function ask(
  kind: 'warning' | 'information',
  question: string,
  detail: string,
  ...buttons: readonly vscode.MessageItem[]
): Promise<string | undefined> {
  const options = { modal: true, detail: withoutLinks(detail) };
  return (await shows[kind](withoutLinks(question), options, ...buttons))?.title;
}
