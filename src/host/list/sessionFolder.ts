import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError, type WayOut } from '#core/userError.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { FolderMatcher } from '#store/roots/folderMatcher.ts';
import { openFolders } from '../vscode/openFolders.ts';
import { pathStyle } from '../vscode/pathStyle.ts';
import type { SessionCatalog } from './sessionCatalog.ts';

type Placed = Pick<SessionSummary, 'cwd'>;

/** Tells whether a session's folder is open in this window now, however it is spelled. */
export function openFolderCheck(): (cwd: string) => boolean {
  const matcher = new FolderMatcher(new NodeFileSystem(), pathStyle, openFolders());
  return (cwd) => matcher.foldersOf(cwd).length > 0;
}

/**
 * A session is continued in its own folder, or in a window that has that folder below it. One whose folder is gone, or that names none, is
 * continued anywhere.
 *
 * @param where it continues: a terminal has a folder of its own, and a chat has the window’s.
 * @throws UserError that offers to open the folder, if it is not open in this window.
 */
export function requireItsFolder(
  catalog: Pick<SessionCatalog, 'find'>,
  session: SessionSummary,
  where: 'window' | 'terminal',
): void {
  const { path, cwd } = session;
  const listed = catalog.find(path);
  if (
    cwd === undefined ||
    // Of another worktree, the window has other files than those that the session is about.
    (listed !== undefined && (where === 'terminal' || listed.where?.worktree === undefined)) ||
    openFolderCheck()(cwd) ||
    // Asking for a Windows network path logs in to a server that the log names: never unasked.
    (!pathStyle.isRemote(cwd) && !isFolder(cwd))
  ) {
    return;
  }
  throw new UserError(
    t(
      'This session belongs to another folder: {0}. Open that folder to continue the session.',
      cwd,
    ),
    [wayInto(session, t('Open Folder'), false), wayInto(session, t('Open in New Window'), true)],
  );
}

/** Opens a session's folder. @throws UserError if it is gone. */
export async function openFolderOf({ cwd }: Placed, forceNewWindow: boolean): Promise<void> {
  if (cwd === undefined || !pathStyle.isAbsolute(cwd) || !isFolder(cwd)) {
    throw new UserError(t('The session’s folder no longer exists: {0}.', cwd ?? ''));
  }
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(cwd), {
    forceNewWindow,
  });
}

function wayInto(session: Placed, label: string, forceNewWindow: boolean): WayOut {
  return { label, run: () => openFolderOf(session, forceNewWindow) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
