import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { commandIds, type CommandId } from '../contributions.ts';
import type { Disposable } from '../emitter.ts';
import { exportConversation } from '../export/exportConversation.ts';
import { exportTranscript } from '../export/exportTranscript.ts';
import { resumeInChat } from '../chat/resumeInChat.ts';
import { resumeWithOther } from '../chat/resumeWithOther.ts';
import type { ReplayPanels } from '../replayPanel/replayPanels.ts';
import type { ChatServices } from '../services.ts';
import type { SessionTree } from '../sessionTree/sessionTree.ts';
import { settings } from '../settings.ts';
import { forkAndShow, rowIdIn } from './forkAndShow.ts';
import { forkOf, parentSession } from './forks.ts';
import { sessionById } from './openById.ts';
import { openRawLog } from './openRawLog.ts';
import { requireSessions } from './pickSession.ts';
import { resumeInTerminal } from './resumeInTerminal.ts';
import { revealInOS } from './revealInOS.ts';
import { registerCommand } from './runCommand.ts';
import { sessionFor } from './sessionArgument.ts';

/** All commands. Each that acts on a session finds it as `sessionFor` says. */
export function registerCommands(
  services: ChatServices,
  parts: { readonly panels: ReplayPanels; readonly tree: SessionTree },
): readonly Disposable[] {
  const { catalog, gate, log } = services;
  const { panels, tree } = parts;
  const atHand = {
    catalog,
    gate,
    activeReplay: () => panels.active?.path,
    selection: () => tree.selection?.session,
  };
  const on = (id: CommandId, run: (...args: readonly unknown[]) => unknown) =>
    registerCommand(id, log, run);
  const onSession = (
    id: CommandId,
    title: string,
    run: (session: SessionSummary, argument: unknown) => unknown,
    otherThanReplay = false,
  ) =>
    on(id, async (argument) => {
      const session = await sessionFor(argument, atHand, { title, otherThanReplay });
      return session === undefined ? undefined : run(session, argument);
    });
  /** The command also answers with what it copied, for whoever calls it by its id. */
  const copy = async (text: string) => {
    await vscode.env.clipboard.writeText(text);
    return text;
  };
  /** Answers with what was opened. */
  const open = (session: SessionSummary | undefined) => {
    if (session === undefined) {
      return undefined;
    }
    panels.show(session);
    const { agent, id, path } = session;
    return { agent, id, path };
  };

  return [
    onSession(
      commandIds.openReplay,
      vscode.l10n.t('Open Replay'),
      (session) => {
        panels.show(session);
      },
      true,
    ),
    onSession(
      commandIds.openReplayToSide,
      vscode.l10n.t('Open Replay to the Side'),
      (session) => {
        panels.show(session, { toSide: true });
      },
      true,
    ),
    onSession(commandIds.preview, vscode.l10n.t('Open Replay'), (session) => {
      panels.show(session, { preserveFocus: true });
    }),
    onSession(commandIds.resumeInChat, vscode.l10n.t('Resume in Chat'), (session) =>
      resumeInChat(services, session),
    ),
    on(commandIds.resumeLatest, async () => {
      await catalog.refresh();
      requireSessions(catalog);
      // While the list can be seen, the latest is the one that it shows.
      const latest = tree.newest ?? catalog.latest();
      return latest === undefined ? undefined : resumeInChat(services, latest);
    }),
    onSession(commandIds.resumeInTerminal, vscode.l10n.t('Resume in Terminal'), (session) =>
      resumeInTerminal(services, session),
    ),
    onSession(
      commandIds.resumeWithOther,
      vscode.l10n.t('Resume with Another Chat Participant'),
      (session) => resumeWithOther(services, session),
    ),
    onSession(commandIds.fork, vscode.l10n.t('Fork Session'), (session, argument) =>
      forkAndShow(services, session, {
        rowId: rowIdIn(argument),
        show: (fork) => {
          panels.show(fork);
        },
      }),
    ),
    onSession(commandIds.exportConversation, vscode.l10n.t('Export Session'), (session, argument) =>
      exportConversation(services, session, argument),
    ),
    onSession(commandIds.exportHtml, vscode.l10n.t('Export as HTML'), (session, argument) =>
      exportTranscript(services, session, 'html', argument),
    ),
    onSession(
      commandIds.exportTranscriptMarkdown,
      vscode.l10n.t('Export as Markdown'),
      (session, argument) => exportTranscript(services, session, 'markdown', argument),
    ),
    onSession(commandIds.openRawLog, vscode.l10n.t('Open Raw Log'), ({ path }) => openRawLog(path)),
    onSession(commandIds.copyId, vscode.l10n.t('Copy Session Id'), ({ id }) => copy(id)),
    onSession(commandIds.copyPath, vscode.l10n.t('Copy Path of Log'), ({ path }) => copy(path)),
    onSession(commandIds.revealInOS, vscode.l10n.t('Reveal in OS'), ({ path }) => revealInOS(path)),
    on(commandIds.refresh, () => catalog.refresh()),
    on(commandIds.stopScan, () => {
      catalog.stop();
    }),
    on(commandIds.showMore, (line) => {
      tree.showMore(line);
    }),
    on(commandIds.groupByDay, () => settings.setGroupBy('day')),
    on(commandIds.groupByAgent, () => settings.setGroupBy('agent')),
    on(commandIds.ungroup, () => settings.setGroupBy('none')),
    on(commandIds.filterByAgent, () => tree.chooseAgents()),
    on(commandIds.showAllAgents, () => tree.showAllAgents()),
    on(commandIds.openById, async (id) => open(await sessionById(catalog, id))),
    onSession(commandIds.openParent, vscode.l10n.t('Open Parent Session'), async (session) =>
      open(await parentSession(services, session)),
    ),
    onSession(commandIds.showForks, vscode.l10n.t('Show Forks'), async (session) =>
      open(await forkOf(services, session)),
    ),
    on(commandIds.showLog, () => {
      log.show();
    }),
  ];
}
