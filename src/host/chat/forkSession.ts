import * as vscode from 'vscode';
import type { SessionRef } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import type { CreatedSession } from '#protocol/writing.ts';
import type { ChatServices } from '../services.ts';

/**
 * Begins a session with the events of another up to a row. The other stays as it is; the two are
 * linked, so that the replay leads from one to the other.
 *
 * @param rowId the last row that the fork has; everything without it.
 * @throws UserError with the sentence of what could not be written.
 */
export async function forkSession(
  services: Pick<ChatServices, 'worker' | 'catalog'>,
  session: SessionRef & { readonly cwd?: string | undefined },
  rowId?: string,
): Promise<CreatedSession> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  const cwd = session.cwd ?? folder?.uri.fsPath;
  if (cwd === undefined) {
    throw new UserError(
      vscode.l10n.t('A session belongs to a folder on disk. Open one and fork again.'),
    );
  }
  const { path } = session;
  const result = await services.worker.request('write/create', {
    cwd,
    events: [],
    from: rowId === undefined ? { path } : { path, rowId },
  });
  if (!result.ok) {
    throw new UserError(vscode.l10n.t('The session was not forked: {0}', result.failure.message));
  }
  await services.catalog.refresh();
  return result.value;
}

/**
 * Row that ends the first `prompts` exchanges of a session.
 *
 * @returns undefined if the session has no more than that.
 * @throws RemoteError if the log cannot be read.
 */
export async function rowAfterPrompts(
  { worker }: Pick<ChatServices, 'worker'>,
  path: string,
  prompts: number,
): Promise<string | undefined> {
  const state = await worker.request('session/open', { path });
  let seen = 0;
  let last: string | undefined;
  for (let start = 0; start < state.rows; start += pageSize) {
    const { rows } = await worker.request('session/rows', {
      path,
      filter: 'all',
      start,
      count: pageSize,
    });
    for (const row of rows) {
      seen += row.kind === 'user' ? 1 : 0;
      if (seen > prompts) {
        return last;
      }
      last = row.id;
    }
  }
  return undefined;
}

const pageSize = 200;
