import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { agentLabel } from '#agents/registry.ts';
import { codeSpan, plainText } from '#core/text/markdown.ts';
import { commandIds } from '../vscode/contributions.ts';
import { noteMetadata, type ChatState } from './record/chatHistory.ts';
import { linkedMarkdown, sessionLink } from './resume/commandLinks.ts';
import { said, type Turn } from './turn/turn.ts';

/** `/new`: the next message starts a session; earlier messages no longer count. */
export function newCommand({ stream }: Turn): vscode.ChatResult {
  stream.markdown(
    t('Your next message starts a new session. The messages above are not sent with it.'),
  );
  return { metadata: noteMetadata({ version: 1, kind: 'fresh' }) };
}

/** `/session`: this chat's session and where its log is. */
export function sessionCommand(turn: Turn, state: ChatState | undefined): vscode.ChatResult {
  if (state?.session === undefined) {
    return said(
      turn,
      t(
        'This chat has no session yet. Your next message starts one, or use `/resume` to continue an earlier one.',
      ),
    );
  }
  const { agent, id, path } = state.session;
  const lines = [
    `- ${t('Agent')}: ${plainText(agentLabel(agent))}`,
    `- ${t('ID')}: ${codeSpan(id)}`,
    `- ${t('Log')}: ${codeSpan(path)}`,
    `- ${sessionLink(t('Open Replay'), commandIds.openReplay, state.session)}`,
  ];
  turn.stream.markdown(linkedMarkdown(lines.join('\n'), commandIds.openReplay));
  return {};
}

/** `/export`: the command's questions, for this chat's session. */
export async function exportCommand(
  turn: Turn,
  state: ChatState | undefined,
): Promise<vscode.ChatResult> {
  if (state?.session === undefined) {
    return said(turn, t('There is no session to export.'));
  }
  const done: unknown = await vscode.commands.executeCommand(
    commandIds.exportConversation,
    state.session,
  );
  return said(turn, done === undefined ? t('Nothing was exported.') : t('Exported.'));
}
