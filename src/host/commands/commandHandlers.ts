import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { member } from '#base/member.ts';
import { sessionRef, sessionTitle, type SessionSummary } from '#core/events/session.ts';
import type { RowCommand } from '#protocol/pages/page.ts';
import type { ChatServices } from '../list/services.ts';
import type { ImportedChats } from '../chat/resume/importedChats.ts';
import type { Replay } from '../pages/replay.ts';
import type { ShowOptions } from '../pages/replayServices.ts';
import type { NumbersPanel } from '../pages/numbersPanel.ts';
import type { StoragePanel } from '../pages/storagePanel.ts';
import type { SearchView } from '../pages/searchView.ts';
import { defaultChoice } from '../list/tree/listFilter.ts';
import type { SessionTree } from '../list/tree/sessionTree.ts';
import { commandIds, keyTargets, type CommandId } from '../vscode/contributions.ts';
import type { TranscriptFormat } from '../export/exportTranscript.ts';
import { findCommands } from './findCommands.ts';
import { markCommands } from './markCommands.ts';
import { folderInArgument, rowIdIn, sessionFor, sessionsFor } from './sessionArgument.ts';

export type CommandHandlers = Readonly<Record<CommandId, (...args: readonly unknown[]) => unknown>>;

/**
 * All commands. Those that act on a session find it with `sessionFor`. Each loads what it needs
 * when it runs.
 */
export function commandHandlers(
  services: ChatServices,
  parts: {
    readonly tree: SessionTree;
    /** The session whose replay is in front. */
    readonly activeReplay: () => SessionSummary | undefined;
    readonly replay: () => Promise<Replay>;
    readonly search: () => Promise<SearchView>;
    readonly numbers: () => Promise<NumbersPanel>;
    readonly storage: () => Promise<StoragePanel>;
    /** Follows what was deleted. */
    readonly gone: (paths: readonly string[]) => void;
    readonly chats: () => Promise<ImportedChats>;
  },
): CommandHandlers {
  const { catalog, everywhere, gate, log } = services;
  const { tree, activeReplay, replay, search, numbers, storage, gone, chats } = parts;
  const panels = async () => (await replay()).panels;
  const atHand = {
    catalog,
    gate,
    activeReplay: () => activeReplay()?.path,
    selection: () => tree.selection,
    selected: () => tree.selected,
  };
  const onSession =
    (
      title: string,
      run: (session: SessionSummary, argument: unknown) => unknown,
      otherThanReplay = false,
    ) =>
    async (argument?: unknown) => {
      const session = await sessionFor(argument, atHand, { title, otherThanReplay });
      return session === undefined ? undefined : run(session, argument);
    };
  /** For what can be done with several at once. */
  const onSessions =
    (title: string, run: (sessions: readonly SessionSummary[], argument: unknown) => unknown) =>
    async (argument?: unknown, lines?: unknown) =>
      run(await sessionsFor(argument, lines, atHand, { title }), argument);
  /** One is exported by its own rules, and several into a folder. */
  const onExported = (
    title: string,
    format: TranscriptFormat | undefined,
    run: (session: SessionSummary, argument: unknown) => unknown,
  ) => {
    const one = onSession(title, run);
    return async (argument?: unknown, lines?: unknown) => {
      if (!Array.isArray(lines) || lines.length < 2) {
        return one(argument);
      }
      const { exportMany } = await import('../export/exportMany.ts');
      return exportMany(services, await sessionsFor(argument, lines, atHand, { title }), format);
    };
  };
  const onTranscript = (title: string, format: TranscriptFormat) =>
    onExported(title, format, async (session, argument) =>
      (await import('../export/exportTranscript.ts')).exportTranscript(
        services,
        session,
        format,
        argument,
      ),
    );
  /** For what continues a session, which is done in its folder only. */
  const onOwnSession = (
    title: string,
    run: (session: SessionSummary, argument: unknown) => unknown,
    where: 'window' | 'terminal' = 'window',
  ) =>
    onSession(title, async (session, argument) => {
      const { requireItsFolder } = await import('../list/sessionFolder.ts');
      requireItsFolder(catalog, session, where);
      tree.markRead([session]);
      return run(session, argument);
    });
  const show = async (session: SessionSummary, options?: ShowOptions) => {
    (await panels()).show(session, options);
  };
  /** Shows the session after (1) or before (-1) the one in front, as the list has them. */
  const step = async (by: 1 | -1) => {
    const session = tree.beside(activeReplay()?.path, by);
    if (session !== undefined) {
      await show(session, { preview: true });
    }
  };
  /** Returns what was opened. */
  const open = async (session: SessionSummary | undefined, options?: ShowOptions) => {
    if (session === undefined) {
      return undefined;
    }
    await show(session, options);
    return sessionRef(session);
  };
  /** @param line of the list: a session, or a folder. */
  const openFolder = async (line: unknown, inNewWindow: boolean) =>
    (await import('../list/sessionFolder.ts')).openFolderOf(
      { cwd: folderInArgument(line) },
      inNewWindow,
    );
  const onRow = async (command: RowCommand) => {
    (await panels()).command(command);
  };
  const resume = async (session: SessionSummary) =>
    (await import('../chat/resume/resumeInChat.ts')).resumeInChat(services, session, await chats());
  const resumeChosen = onOwnSession(t('Resume in Chat'), resume);
  const continueSession = onOwnSession(
    t('Continue In'),
    async (session, argument) => {
      const { continueIn } = await import('../terminal/continueIn.ts');
      const continued = await continueIn(services, session, argument);
      if (continued !== undefined) {
        tree.markRead([continued.session]);
      }
      return continued && sessionRef(continued.session);
    },
    'terminal',
  );
  const exportSession = onExported(t('Export Session'), undefined, async (session, argument) =>
    (await import('../export/exportConversation.ts')).exportConversation(
      services,
      session,
      argument,
    ),
  );
  const openRawLog = onSession(t('Open Raw Log'), async ({ path }) =>
    (await import('../documents/openRawLog.ts')).openRawLog(path),
  );
  return {
    ...markCommands(services, { onSession, onSessions, gone }),
    [commandIds.openReplay]: onSession(
      t('Open Replay'),
      (session, argument) =>
        show(session, { rowId: rowIdIn(argument), atEnd: member(argument, 'atEnd') === true }),
      true,
    ),
    [commandIds.openReplayToSide]: onSession(
      t('Open Replay to the Side'),
      (session) => show(session, { toSide: true }),
      true,
    ),
    [commandIds.preview]: onSession(t('Open Replay'), (session) =>
      show(session, { preserveFocus: true, preview: true }),
    ),
    [commandIds.nextSession]: () => step(1),
    [commandIds.previousSession]: () => step(-1),
    [commandIds.keepOpen]: async () => {
      (await panels()).keepActive();
    },
    [commandIds.resumeInChat]: async (argument) =>
      argument === keyTargets.picked
        ? (await import('./sessionPick.ts')).SessionPick.resume()
        : resumeChosen(argument),
    [commandIds.resumeLatest]: async () => {
      const { requireSessions } = await import('./requireSessions.ts');
      await catalog.refresh();
      requireSessions(catalog);
      // While the list is visible, the latest is the one that it shows.
      const latest = tree.newest ?? catalog.all().find(({ marks }) => marks?.isHidden !== true);
      if (latest === undefined) {
        return undefined;
      }
      const { requireItsFolder } = await import('../list/sessionFolder.ts');
      requireItsFolder(catalog, latest, 'window');
      return resume(latest);
    },
    [commandIds.resumeInTerminal]: onOwnSession(
      t('Resume in Terminal'),
      async (session) =>
        (await import('../terminal/resumeInTerminal.ts')).resumeInTerminal(services, session),
      'terminal',
    ),
    [commandIds.showTerminal]: onSession(t('Show Its Terminal'), async (session) =>
      (await import('../waiting/showTerminal.ts')).showTerminal(session, services.states),
    ),
    [commandIds.openInExtension]: onSession(t('Open in Agent’s Extension'), async (session) =>
      (await import('./openInExtension.ts')).openInExtension(catalog, session),
    ),
    [commandIds.resumeWith]: onSession(t('Resume With'), async (session) =>
      (await import('./resumeWith.ts')).resumeWith(session),
    ),
    [commandIds.resumeBeforeCompaction]: onOwnSession(
      t('Resume from Before a Compaction'),
      async (session, argument) =>
        (await import('./resumeBeforeCompaction.ts')).resumeBeforeCompaction(
          services,
          session,
          argument,
          chats,
        ),
    ),
    [commandIds.resumeWithOther]: onOwnSession(
      t('Resume with Another Chat Participant'),
      async (session) =>
        (await import('../chat/resume/resumeWithOther.ts')).resumeWithOther(services, session),
    ),
    [commandIds.continueIn]: (argument) =>
      section(argument) === 'row' ? onRow('continueIn') : continueSession(argument),
    [commandIds.fork]: onOwnSession(t('Fork Session'), async (session, argument) =>
      (await import('./forks.ts')).forkAndShow(services, session, {
        rowId: rowIdIn(argument),
        show,
      }),
    ),
    [commandIds.exportConversation]: (argument, lines) =>
      section(argument) === 'rows' ? onRow('export') : exportSession(argument, lines),
    [commandIds.exportHtml]: onTranscript(t('Export as HTML'), 'html'),
    [commandIds.exportTranscriptMarkdown]: onTranscript(t('Export as Markdown'), 'markdown'),
    [commandIds.openChanges]: onSession(t('Open All Changes'), async (session) => {
      const title = sessionTitle(session) ?? '';
      await (await replay()).documents.openChanges(session.path, title, {});
    }),
    [commandIds.openRawLog]: (argument) =>
      section(argument) === 'row' ? onRow('openLine') : openRawLog(argument),
    [commandIds.markRead]: onSessions(t('Mark as Read'), (sessions) => tree.markRead(sessions)),
    [commandIds.markAllRead]: () => tree.markAllRead(),
    [commandIds.copy]: onSessions(t('Copy'), async (sessions, argument) =>
      (await import('./copySessions.ts')).copySessions(services, sessions, argument),
    ),
    [commandIds.openLink]: async (uri) => {
      const { linkedSession } = await import('./openLink.ts');
      const { session, rowId } = await linkedSession(services, uri);
      return open(session, { rowId });
    },
    [commandIds.openAsText]: onSession(t('Open as Text'), async (session) => {
      await (await replay()).transcripts.open(session);
    }),
    // As in VS Code's chat: the selected text, else the whole. VS Code asks the page for the former.
    [commandIds.copyRow]: (argument) =>
      member(argument, 'rowHasSelectedText') === true
        ? vscode.commands.executeCommand('editor.action.clipboardCopyAction')
        : onRow('copy'),
    [commandIds.copyRowLink]: () => onRow('copyLink'),
    [commandIds.copyRowOutput]: () => onRow('copyOutput'),
    [commandIds.forkFromRow]: () => onRow('fork'),
    [commandIds.revealInOS]: onSession(t('Reveal Log in OS'), async ({ path }) =>
      (await import('../documents/openRawLog.ts')).revealInOS(path),
    ),
    [commandIds.refresh]: () => tree.refresh(),
    [commandIds.stopScan]: () => {
      catalog.stop();
      everywhere.stop();
    },
    [commandIds.group]: async () => (await import('./groupSessions.ts')).groupSessions(),
    [commandIds.filter]: (choice) => tree.filter(choice),
    [commandIds.clearFilters]: () => tree.show(defaultChoice),
    [commandIds.openFolder]: (line) => openFolder(line, false),
    [commandIds.openFolderInNewWindow]: (line) => openFolder(line, true),
    ...findCommands(services, { replay, search, open }),
    [commandIds.showNumbers]: async () => {
      (await numbers()).show();
    },
    [commandIds.showStorage]: async () => {
      (await storage()).show();
    },
    [commandIds.openParent]: onSession(t('Open Parent Session'), async (session) => {
      const { parentSession } = await import('./forks.ts');
      return open(await parentSession(services, session));
    }),
    [commandIds.goToRelative]: onSession(t('Go to Parent or Fork'), async (session) => {
      const { parentOrFork } = await import('./forks.ts');
      return open(await parentOrFork(services, session));
    }),
    [commandIds.whereAreMySessions]: async () => {
      await (await replay()).reports.open();
    },
    [commandIds.showLog]: () => log.show(),
  };
}

/** Where in the page a menu was opened; undefined for a command from elsewhere. */
function section(argument: unknown): unknown {
  return member(argument, 'webviewSection');
}
