import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { member, membersOf } from '#base/member.ts';
import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import { readSelectedRows } from '#protocol/pages/pageRequests.ts';
import type { TranscriptExport } from '#protocol/worker.ts';
import type { ChatServices } from '../list/services.ts';
import { withCancelButton } from '../vscode/progress.ts';
import { askBeforeSharing, type Sharing } from './beforeSharing.ts';
import { askForFile, fileKinds, mayWrite } from './exportFile.ts';
import { exportName } from './exportName.ts';
import { offerExport } from './offerExport.ts';

export type TranscriptFormat = 'html' | 'markdown';

/**
 * Writes what the user saw of a session into a file: everything, or the selected rows.
 *
 * @param argument of the command: `{ path, file?, redact? }` asks nothing; without `file`, it writes a new
 *   file in a temporary folder that only this user may read. An existing file is replaced only
 *   after confirmation.
 * @returns the file, or undefined when the user cancels the choice.
 * @throws RemoteError with a sentence; AbortError when the user cancels. Then there is no file.
 */
export async function exportTranscript(
  services: ChatServices,
  session: SessionRef | SessionSummary,
  format: TranscriptFormat,
  argument?: unknown,
): Promise<vscode.Uri | undefined> {
  // The replay passes them with its session.
  const rows = readSelectedRows(member(argument, 'rows'));
  const wanted = wantedFile(argument);
  const file =
    wanted === undefined
      ? await askForFile(services, t('Export Transcript'), format, session)
      : (wanted.file ?? (await temporaryFile(session, format)));
  if (file === undefined || (wanted?.file && !(await mayWrite(services, wanted.file)))) {
    return undefined;
  }
  const sharing = wanted?.sharing ?? (await askBeforeSharing(services, session, rows));
  if (sharing === undefined) {
    return undefined;
  }
  const order = { path: session.path, format, redact: sharing === 'redact', rows };
  if (file.scheme === 'file') {
    await write(services, order, file);
  } else {
    // The worker writes only to disk; other file systems of VS Code get a copy.
    const written = await temporaryFile(session, format);
    await write(services, order, written);
    await vscode.workspace.fs.copy(written, file, { overwrite: true });
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(written, '..'), { recursive: true });
  }
  if (wanted === undefined) {
    offerExport(file, format, services.log);
  }
  return file;
}

/**
 * Parses the command's argument; undefined for a tree line, a tab or a session, so that the user is
 * asked for the file.
 */
function wantedFile(argument: unknown) {
  const { path, file, agent, redact } = membersOf(argument);
  if (argument instanceof vscode.Uri || typeof path !== 'string' || agent !== undefined) {
    return undefined;
  }
  const sharing: Sharing = redact === true ? 'redact' : 'asIs';
  return { sharing, file: file instanceof vscode.Uri ? file : undefined };
}

async function temporaryFile(session: SessionRef, format: TranscriptFormat): Promise<vscode.Uri> {
  const folder = await mkdtemp(join(tmpdir(), 'session-browser-'));
  return vscode.Uri.file(join(folder, exportName(session, fileKinds[format].ending)));
}

async function write(
  { worker, log }: ChatServices,
  order: Omit<TranscriptExport, 'file'>,
  { fsPath: file }: vscode.Uri,
): Promise<void> {
  const title = t('Exporting to {0}', basename(file));
  const written = await withCancelButton(title, (signal, progress) => {
    let shown = 0;
    return worker.request('session/export', { ...order, file }, signal, ({ rows, total }) => {
      const done = (rows / total) * 100;
      progress.report({ increment: done - shown });
      shown = done;
    });
  });
  log.info('export', 'transcript written', { format: order.format, ...written });
}
