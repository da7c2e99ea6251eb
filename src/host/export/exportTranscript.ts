import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionRef, SessionSummary } from '#core/session.ts';
import type { SelectedRows } from '#protocol/page.ts';
import { readSelectedRows } from '#protocol/pageSchemas.ts';
import type { TranscriptExport } from '#protocol/worker.ts';
import { withoutLinks } from '#core/text/inertText.ts';
import type { ChatServices } from '../catalog/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { askBeforeSharing, type Sharing } from './beforeSharing.ts';
import { askForFile, mayWrite } from './exportFile.ts';
import { exportName } from './exportName.ts';
import { offerExport } from './offerExport.ts';
import { reportRows } from './rowProgress.ts';

export type TranscriptFormat = 'html' | 'markdown';

const formats = {
  html: { type: 'HTML', extension: 'html' },
  markdown: { type: 'Markdown', extension: 'md' },
} as const;

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
  const rows = rowRangeIn(argument);
  const wanted = wantedFile(argument);
  const file = wanted.asks
    ? await askForFile(services, session, { title: t('Export Transcript'), ...formats[format] })
    : (wanted.file ?? (await temporaryFile(session, format)));
  if (file === undefined) {
    return undefined;
  }
  if (wanted.file !== undefined && !(await mayWrite(services, session, wanted.file))) {
    return undefined;
  }
  const sharing = wanted.asks ? await askBeforeSharing(services, session, rows) : wanted.sharing;
  if (sharing === undefined) {
    return undefined;
  }
  const order = {
    path: session.path,
    format,
    redact: sharing === 'redact',
    ...(rows === undefined ? {} : { rows }),
  };
  if (file.scheme === 'file') {
    await write(services, order, file);
  } else {
    // The worker writes only to disk; other file systems of VS Code get a copy.
    const written = await temporaryFile(session, format);
    await write(services, order, written);
    await vscode.workspace.fs.copy(written, file, { overwrite: true });
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(written, '..'), { recursive: true });
  }
  if (wanted.asks) {
    offerExport(file, format, services.log);
  }
  return file;
}

/**
 * Parses the command's argument; for a tree line, a tab or a session the user is asked for the
 * file.
 */
function wantedFile(argument: unknown): {
  readonly asks: boolean;
  readonly file?: vscode.Uri;
  readonly sharing?: Sharing;
} {
  if (typeof argument !== 'object' || argument === null || argument instanceof vscode.Uri) {
    return { asks: true };
  }
  const { path, file, agent, redact } = argument as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || agent !== undefined) {
    return { asks: true };
  }
  return {
    asks: false,
    sharing: redact === true ? 'redact' : 'asIs',
    ...(file instanceof vscode.Uri ? { file } : {}),
  };
}

/** The rows that the replay passes with its session. */
function rowRangeIn(argument: unknown): SelectedRows | undefined {
  return typeof argument === 'object' && argument !== null && 'rows' in argument
    ? readSelectedRows(argument.rows)
    : undefined;
}

async function temporaryFile(session: SessionRef, format: TranscriptFormat): Promise<vscode.Uri> {
  const folder = await mkdtemp(join(tmpdir(), 'session-browser-'));
  return vscode.Uri.file(join(folder, exportName(session, formats[format].extension)));
}

async function write(
  { worker, log }: ChatServices,
  order: Omit<TranscriptExport, 'file'>,
  { fsPath: file }: vscode.Uri,
): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    // Notifications turn anything that looks like a link into one, even in a file name.
    title: withoutLinks(t('Exporting to {0}', basename(file))),
    cancellable: true,
  };
  const written = await vscode.window.withProgress(options, (progress, token) =>
    worker.request(
      'session/export',
      { ...order, file },
      abortSignalOf(token),
      reportRows(progress),
    ),
  );
  log.info('export', 'transcript written', { format: order.format, ...written });
}
