import * as vscode from 'vscode';
import { sessionRef, type SessionRef } from '#core/events/session.ts';
import { commandLink } from '#core/text/markdown.ts';
import type { CommandId } from '../../vscode/contributions.ts';

/** A link that runs a command on a session. @param label is ours. */
export function sessionLink(label: string, command: CommandId, session: SessionRef): string {
  return `[${label}](${commandLink(command, sessionRef(session))})`;
}

/**
 * Markdown whose links may run these commands and no others. Text from logs must be escaped in it
 * so that it cannot add a link.
 */
export function linkedMarkdown(
  markdown: string,
  ...commands: readonly CommandId[]
): vscode.MarkdownString {
  const text = new vscode.MarkdownString(markdown);
  text.isTrusted = { enabledCommands: commands };
  return text;
}
