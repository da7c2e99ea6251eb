import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { gapWords } from '#core/changes/composeEdits.ts';
import type { RowPart } from '#core/rows/row.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import type { RowRange } from '#protocol/pages/page.ts';
import type { ChatServices } from '../list/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { documentScheme } from '../vscode/contributions.ts';
import type { OpenSessions } from '../worker/openSessions.ts';
import { diffSides } from './diffSides.ts';
import {
  formatAddress,
  readAddress,
  type DocumentAddress,
  type ReportAddress,
} from './documentAddress.ts';
import { diffName, pathSegment, partName } from './documentNames.ts';
import type { Reports } from './reports.ts';

interface DocumentServices extends Pick<ChatServices, 'worker' | 'gate' | 'log'> {
  readonly sessions: OpenSessions;
  readonly reports: Reports;
}

/** Files in one multi-file diff; more take VS Code seconds and a reader days. */
const mostFiles = 500;

/** Milliseconds for which a session stays open after its changes were. */
const openMs = 60_000;

/** Characters of a session's title in a tab. */
const titleLength = 60;

/**
 * Read-only documents over a log: a part of a row in full, and the two sides of a recorded diff.
 * Stateless: the URI says what to read, so a document that VS Code restores is simply read again.
 */
export class SessionDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly services: DocumentServices) {}

  /** Serves VS Code; a failure becomes a sentence in the document, as nothing else would show it. */
  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const address = readAddress(uri.query);
    if (address?.show === 'report') {
      return this.services.reports.text(address);
    }
    if (address === undefined || !this.services.gate.allows(address.session)) {
      return t('Session Browser cannot find this document.');
    }
    const lease = this.services.sessions.acquire(address.session);
    try {
      await lease.opened;
      return await this.#read(address, abortSignalOf(token));
    } catch (error) {
      this.services.log.warn('documents', 'not read', { reason: String(error) });
      return error instanceof Error ? error.message : String(error);
    } finally {
      lease.dispose();
    }
  }

  /** Opens a part of a row in its own tab. @throws UserError if the row is gone. */
  async openPart(session: string, rowId: string, part: RowPart): Promise<void> {
    const { worker } = this.services;
    const row = there(await worker.request('session/row', { path: session, rowId }));
    const name = partName(row, part, {
      message: t('message'),
      thinking: t('thinking'),
      summary: t('summary'),
      state: t('state'),
      input: t('input'),
      output: t('output'),
      raw: t('event'),
    });
    const uri = documentUri(name, { show: 'part', session, rowId, part });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** A part of a row in full, without control sequences. @throws UserError if it is gone. */
  async text(path: string, rowId: string, part: RowPart, signal?: AbortSignal): Promise<string> {
    const { worker } = this.services;
    return there(await worker.request('session/text', { path, rowId, part }, signal));
  }

  /** Opens a recorded diff in VS Code's diff editor. @throws UserError if the row is gone. */
  async openDiff(session: string, rowId: string): Promise<void> {
    await this.#hold(session);
    const { worker } = this.services;
    const diff = there(await worker.request('session/diff', { path: session, rowId }));
    const name = diffName(diff.path, t('diff {0}', rowId));
    const side = (show: 'before' | 'after') => documentUri(name, { show, session, rowId });
    await showDiff(side('before'), side('after'), name);
  }

  /**
   * Opens what a range of rows changed in VS Code's multi-file diff editor, or one file of it in the
   * diff editor.
   *
   * @param title of the session.
   * @throws UserError if nothing was changed there.
   */
  async openChanges(
    path: string,
    title: string,
    { file, ...range }: RowRange & { readonly file?: string },
  ): Promise<void> {
    await this.#hold(path);
    const { files } = await this.services.worker.request('files/read', {
      path,
      whole: true,
      ...range,
    });
    const shown = files.filter((one) => one.hasDiff && (file === undefined || one.path === file));
    if (shown.length === 0) {
      throw new UserError(
        file === undefined
          ? t('The log has no diffs of changed files here.')
          : t('The log has no diffs of {0}.', file),
      );
    }
    const sides = shown.slice(0, mostFiles).map((one) => {
      const name = one.path === '' ? t('Unknown file') : one.path;
      const side = (show: 'fileBefore' | 'fileAfter') =>
        documentUri(multiName(name), { show, session: path, file: one.path, ...range });
      return [side('fileAfter'), side('fileBefore'), side('fileAfter')] as const;
    });
    const [first] = sides;
    if (file !== undefined && first !== undefined) {
      const [, before, after] = first;
      await showDiff(before, after, diffName(file, t('Unknown file')));
      return;
    }
    await vscode.commands.executeCommand(
      'vscode.changes',
      title === '' ? t('Changed Files') : t('Changes: {0}', oneLine(title, titleLength)),
      sides,
    );
  }

  /** Opens a session, and keeps it open: VS Code reads sides when they come near the screen. */
  async #hold(path: string): Promise<void> {
    const lease = this.services.sessions.acquire(path);
    setTimeout(() => lease.dispose(), openMs);
    await lease.opened;
  }

  async #read(
    address: Exclude<DocumentAddress, ReportAddress>,
    signal: AbortSignal,
  ): Promise<string> {
    const { worker } = this.services;
    if ('file' in address) {
      const { show, session, ...range } = address;
      const sides = await worker.request('session/fileSides', { path: session, ...range }, signal);
      return show === 'fileBefore' ? sides.before : sides.after;
    }
    const { session: path, rowId } = address;
    if (address.show === 'part') {
      return this.text(path, rowId, address.part, signal);
    }
    const diff = there(await worker.request('session/diff', { path, rowId }, signal));
    return diffSides(diff.lines, gapWords)[address.show];
  }
}

function documentUri(name: string, address: DocumentAddress): vscode.Uri {
  return vscode.Uri.from({
    scheme: documentScheme,
    path: `/${name}`,
    query: formatAddress(address),
  });
}

/** A path as one that VS Code can shorten and whose language it knows. */
function multiName(path: string): string {
  return path
    .split(/[\\/]/)
    .map((name) => pathSegment(name, 80))
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .join('/');
}

async function showDiff(before: vscode.Uri, after: vscode.Uri, name: string): Promise<void> {
  const title = t('{0} (as recorded)', name);
  await vscode.commands.executeCommand('vscode.diff', before, after, title);
}

/** @throws UserError if the log no longer has it. */
function there<T>(found: T | undefined): T {
  if (found === undefined) {
    throw new UserError(
      t('This is no longer in the log. The file was replaced after it was read.'),
    );
  }
  return found;
}
