import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { ChatServices } from '../list/services.ts';
import { withCancelButton } from '../vscode/progress.ts';
import { offer } from '../vscode/runCommand.ts';
import { wayTo } from '../vscode/waysOut.ts';
import { askBeforeSharingAll } from './beforeSharing.ts';
import { exportFolder, fileKinds, rememberFolder } from './exportFile.ts';
import { exportName } from './exportName.ts';
import { isOnDesktop } from './offerExport.ts';
import type { TranscriptFormat } from './exportTranscript.ts';
import { pickTranscript } from './pickExport.ts';

/**
 * Writes what the user saw of several sessions into a folder, a new file for each.
 *
 * @param format the user chooses if it is absent.
 * @returns the files; fewer if the user cancels.
 * @throws RemoteError with a sentence; files that are written by then stay.
 */
export async function exportMany(
  services: ChatServices,
  sessions: readonly SessionSummary[],
  format?: TranscriptFormat,
): Promise<readonly vscode.Uri[]> {
  const chosen = format ?? (await pickTranscript(t('Export Sessions')));
  const folder = chosen && (await askForFolder(services));
  if (chosen === undefined || folder === undefined) {
    return [];
  }
  const sharing = await askBeforeSharingAll(services, sessions);
  if (sharing === undefined) {
    return [];
  }
  const files = await withCancelButton(t('Exporting sessions…'), async (signal, progress) => {
    const written: vscode.Uri[] = [];
    for (const session of sessions) {
      if (signal.aborted) {
        break;
      }
      progress.report({ message: `${written.length + 1}/${sessions.length}` });
      const { path } = session;
      const file = newFile(folder.fsPath, session, fileKinds[chosen].ending);
      const order = { path, format: chosen, file, redact: sharing === 'redact' };
      await services.worker.request('session/export', order, signal);
      written.push(vscode.Uri.file(file));
    }
    return written;
  });
  offerFiles(services, files);
  return files;
}

async function askForFolder({ extension }: ChatServices): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: t('Export Sessions'),
      openLabel: t('Export Here'),
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: exportFolder(extension),
    })) ?? [];
  if (folder === undefined) {
    return undefined;
  }
  if (folder.scheme !== 'file') {
    throw new UserError(t('Choose a folder on the machine that has the sessions.'));
  }
  await rememberFolder(extension, vscode.Uri.joinPath(folder, 'file'));
  return folder;
}

/** A path where nothing is yet. */
function newFile(folder: string, session: SessionSummary, extension: string): string {
  const name = exportName(session, extension).slice(0, -extension.length - 1);
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : ` ${number}`}.${extension}`);
    if (!existsSync(path)) {
      return path;
    }
  }
}

/** Says that files are written. Does not wait. */
function offerFiles({ log }: ChatServices, files: readonly vscode.Uri[]): void {
  const [first] = files;
  if (first === undefined) {
    return;
  }
  const place = vscode.workspace.asRelativePath(vscode.Uri.joinPath(first, '..'));
  void offer(
    'information',
    plural(files.length, 'Exported 1 session to {1}', 'Exported {0} sessions to {1}', place),
    isOnDesktop() ? [wayTo(t('Reveal'), 'revealFileInOS', first)] : [],
    log,
  );
}
