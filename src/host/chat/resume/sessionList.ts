import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { SessionSummary } from '#core/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { codeSpan, commandLink, plainText } from '#core/text/markdown.ts';
import { commandIds, type CommandId } from '../../vscode/contributions.ts';
import type { ChatServices } from '../../catalog/services.ts';
import { sessionLabel } from '../../catalog/sessionLabel.ts';
import { relativeTime } from '../../vscode/relativeTime.ts';

/** Code points; two lines of a chat view of usual width. */
const titleLength = 70;

/** `/sessions`: the newest ten, each with what can be done with it. */
export async function sessionsCommand(
  services: ChatServices,
  stream: vscode.ChatResponseStream,
): Promise<vscode.ChatResult> {
  await services.catalog.refresh();
  const sessions = services.catalog.all().slice(0, 10);
  stream.markdown(
    sessions.length === 0
      ? emptySentence(services)
      : sessionList(vscode.l10n.t('The newest sessions of this folder:'), sessions),
  );
  return {};
}

/** A sentence and what there is to resume, for a chat that has no session. */
export function withLatest(services: ChatServices, sentence: string): vscode.MarkdownString {
  const latest = services.catalog.all().slice(0, 3);
  return latest.length === 0
    ? new vscode.MarkdownString(sentence)
    : sessionList(`${sentence}\n\n${vscode.l10n.t('The latest sessions of this folder:')}`, latest);
}

/**
 * Sessions with links that resume them and open their replay. One text: VS Code 1.139 folds all parts
 * before an answer's last text away as steps, so a list with real buttons in between would be hidden.
 *
 * The links make this text a trusted one, for two commands only; what comes from logs is escaped, so
 * that it can add no link.
 */
export function sessionList(
  heading: string,
  sessions: readonly SessionSummary[],
): vscode.MarkdownString {
  const now = Date.now();
  const lines = sessions.map((session) => {
    const title = plainText(oneLine(sessionLabel(session), titleLength));
    const when = relativeTime(session.updatedAt, now, vscode.env.language);
    const id = codeSpan(session.id.slice(0, 8));
    const resume = link(vscode.l10n.t('Resume'), commandIds.resumeInChat, session);
    const replay = link(vscode.l10n.t('Replay'), commandIds.openReplay, session);
    const agent = plainText(adapterById(session.agent)?.label ?? session.agent);
    return `- **${title}**  \n  ${agent} · ${when} · ${id} · ${resume} · ${replay}`;
  });
  const list = new vscode.MarkdownString(`${heading}\n\n${lines.join('\n')}`);
  list.isTrusted = { enabledCommands: [commandIds.resumeInChat, commandIds.openReplay] };
  return list;
}

function link(label: string, command: CommandId, session: SessionSummary): string {
  const { agent, id, path } = session;
  return `[${label}](${commandLink(command, { agent, id, path })})`;
}

/** Why a session may be missing. */
export function stoppedSentence(): string {
  return vscode.l10n.t('Looking for sessions was stopped; `/sessions` looks again.');
}

function emptySentence(services: ChatServices): string {
  const { failure, wasStopped } = services.catalog;
  if (failure !== undefined) {
    return plainText(failure);
  }
  if (wasStopped) {
    return stoppedSentence();
  }
  const folders = services.catalog.listings.map(({ folder }) => folder);
  return folders.length === 0
    ? vscode.l10n.t('Open a folder to see its sessions.')
    : vscode.l10n.t('No agent has sessions of {0} yet.', plainText(folders.join(', ')));
}
