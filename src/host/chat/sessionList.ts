import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { codeSpan, plainText } from '#core/text/markdown.ts';
import { commandIds } from '../contributions.ts';
import type { ChatServices } from '../services.ts';
import { sessionLabel } from '../sessionLabel.ts';
import { relativeTime } from '../sessionTree/relativeTime.ts';

/** `/sessions`: the newest ten, each with what can be done with it. */
export async function sessionsCommand(
  services: ChatServices,
  stream: vscode.ChatResponseStream,
): Promise<vscode.ChatResult> {
  await services.catalog.refresh();
  const sessions = services.catalog.all().slice(0, 10);
  if (sessions.length === 0) {
    stream.markdown(emptySentence(services));
  }
  drawSessions(sessions, stream, 'inNewChat');
  return {};
}

/** What there is to resume, for a chat that has no session yet. */
export function offerLatest(services: ChatServices, stream: vscode.ChatResponseStream): void {
  const sessions = services.catalog.all().slice(0, 3);
  if (sessions.length > 0) {
    stream.markdown(`\n\n${vscode.l10n.t('The latest sessions of this folder:')}\n\n`);
    drawSessions(sessions, stream, 'inThisChat');
  }
}

/** Where a click on Resume takes the session up: drawn in a chat of its own, or in the one at hand. */
export type ResumePlace = 'inNewChat' | 'inThisChat';

export function drawSessions(
  sessions: readonly SessionSummary[],
  stream: vscode.ChatResponseStream,
  place: ResumePlace,
): void {
  for (const session of sessions) {
    const ref = { agent: session.agent, id: session.id, path: session.path };
    const when = relativeTime(session.updatedAt, Date.now(), vscode.env.language);
    stream.markdown(
      `**${plainText(sessionLabel(session))}**  \n${when} · ${codeSpan(session.id.slice(0, 8))}\n\n`,
    );
    stream.button({
      title: vscode.l10n.t('Resume'),
      ...(place === 'inNewChat'
        ? { command: commandIds.resumeInChat, arguments: [ref] }
        : {
            command: 'workbench.action.chat.open',
            arguments: [{ query: `@session /resume ${session.id}` }],
          }),
    });
    stream.button({
      title: vscode.l10n.t('Open Replay'),
      command: commandIds.openReplay,
      arguments: [ref],
    });
  }
}

function emptySentence(services: ChatServices): string {
  const { failure } = services.catalog;
  if (failure !== undefined) {
    return plainText(failure);
  }
  const folders = services.catalog.listings.map(({ folder }) => folder);
  return folders.length === 0
    ? vscode.l10n.t('Open a folder to see its sessions.')
    : vscode.l10n.t('No agent has sessions of {0} yet.', plainText(folders.join(', ')));
}
