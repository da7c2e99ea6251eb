import * as vscode from 'vscode';
import { agentLabel } from '#agents/registry.ts';
import { codeSpan, plainText } from '#core/text/markdown.ts';
import { commandIds } from '../vscode/contributions.ts';
import { noteMetadata, type ChatState } from './record/chatHistory.ts';
import { linkedMarkdown, sessionLink } from './resume/commandLinks.ts';
import { said, type Turn } from './turn/turn.ts';

/** `/new`: the next message begins a session; what stands above does not count any more. */
export function newCommand({ stream }: Turn): vscode.ChatResult {
  stream.markdown(
    vscode.l10n.t('The next message begins a new session. What stands above is not sent with it.'),
  );
  return { metadata: noteMetadata({ version: 1, kind: 'fresh' }) };
}

/** `/session`: which session this chat is, and where its log is. */
export function sessionCommand(turn: Turn, state: ChatState | undefined): vscode.ChatResult {
  if (state?.session === undefined) {
    return said(
      turn,
      vscode.l10n.t(
        'This chat has no session yet. Its next message begins one, or `/resume` takes one up.',
      ),
    );
  }
  const { agent, id, path } = state.session;
  const lines = [
    `- ${vscode.l10n.t('Agent')}: ${plainText(agentLabel(agent))}`,
    `- ${vscode.l10n.t('ID')}: ${codeSpan(id)}`,
    `- ${vscode.l10n.t('Log')}: ${codeSpan(path)}`,
    `- ${sessionLink(vscode.l10n.t('Open Replay'), commandIds.openReplay, state.session)}`,
  ];
  turn.stream.markdown(linkedMarkdown(lines.join('\n'), commandIds.openReplay));
  return {};
}

/** `/export`: the questions of the command, for this chat's session. */
export async function exportCommand(
  turn: Turn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  if (state?.session === undefined) {
    return said(turn, vscode.l10n.t('There is no session here to export.'));
  }
  const done: unknown = await vscode.commands.executeCommand(
    commandIds.exportConversation,
    state.session,
  );
  return said(
    turn,
    done === undefined ? vscode.l10n.t('Nothing was exported.') : vscode.l10n.t('Exported.'),
  );
}
