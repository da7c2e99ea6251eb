import * as vscode from 'vscode';
import { wellFormed } from '#core/text/wellFormed.ts';

/** Puts a text on the clipboard, from where it may go anywhere. */
export function copyText(text: string): Thenable<void> {
  return vscode.env.clipboard.writeText(wellFormed(text));
}
