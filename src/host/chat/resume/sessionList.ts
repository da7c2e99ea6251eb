import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { speakerLabel } from '#agents/registry.ts';
import { type SessionSummary, sessionRef, type SessionRef } from '#core/events/session.ts';
import { codeSpan, plainText, commandLink } from '#core/text/markdown.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionCatalog } from '../../list/sessionCatalog.ts';
import { sessionLabel } from '../../list/sessionLabel.ts';
import { commandIds, type CommandId } from '../../vscode/contributions.ts';
import { relativeTime } from '../../vscode/relativeTime.ts';
import type { ParticipantTurn } from '../turn/turn.ts';

/** Code points; two lines of a chat view of usual width. */
const titleLength = 70;

/** `/sessions`: the newest ten, each with its possible actions. */
export async function sessionsCommand({
  services,
  stream,
}: ParticipantTurn): Promise<vscode.ChatResult> {
  const { catalog } = services;
  await catalog.refresh();
  const sessions = catalog.all().slice(0, 10);
  stream.markdown(
    sessions.length === 0
      ? emptySentence(catalog)
      : sessionList(t('Newest sessions in this folder:'), sessions),
  );
  return {};
}

/** A sentence and the sessions that can be resumed, for a chat that has none. */
export function withLatest(catalog: SessionCatalog, sentence: string): vscode.MarkdownString {
  const latest = catalog.all().slice(0, 3);
  return latest.length === 0
    ? new vscode.MarkdownString(sentence)
    : sessionList(`${sentence}\n\n${t('Newest sessions in this folder:')}`, latest);
}

/**
 * Sessions with links that resume them and open their replay. One text: VS Code 1.139 collapses all
 * parts before an answer's last text as steps, so a list with real buttons in between would be
 * hidden.
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
    const resume = sessionLink(t('Resume'), commandIds.resumeInChat, session);
    const replay = sessionLink(t('Replay'), commandIds.openReplay, session);
    const agent = plainText(speakerLabel(session));
    return `- **${title}**  \n  ${agent} · ${when} · ${id} · ${resume} · ${replay}`;
  });
  return linkedMarkdown(
    `${heading}\n\n${lines.join('\n')}`,
    commandIds.resumeInChat,
    commandIds.openReplay,
  );
}

/** Why a session may be missing. */
export function stoppedSentence(): string {
  return t('Scan stopped. Use `/sessions` to scan again.');
}

function emptySentence(catalog: SessionCatalog): string {
  const { failure, wasStopped } = catalog;
  if (failure !== undefined) {
    return plainText(failure);
  }
  if (wasStopped) {
    return stoppedSentence();
  }
  const folders = catalog.listings.map(({ folder }) => folder);
  return folders.length === 0
    ? t('Open a folder to see its sessions.')
    : t('No agent sessions for {0} yet.', plainText(folders.join(', ')));
}

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
