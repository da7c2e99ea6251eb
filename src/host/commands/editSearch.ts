import { realpath } from 'node:fs/promises';
import type * as vscode from 'vscode';
import type { ReadingEnd } from '#protocol/readingEnd.ts';
import type { ChatServices } from '../list/services.ts';
import type { SessionEdit } from './editPick.ts';

/**
 * Looks for the recorded edits of a file in the folder's sessions, newest first.
 *
 * @param wanted.lines only edits that have to do with these.
 * @param wanted.elsewhere rather those of all other files.
 * @param onFound receives what was found, and how many sessions of how many were looked at.
 * @throws AbortError when aborted; RemoteError with a sentence.
 */
export async function searchEdits(
  { catalog, worker }: Pick<ChatServices, 'catalog' | 'worker'>,
  {
    file,
    lines,
    elsewhere,
  }: {
    readonly file: vscode.Uri;
    readonly lines?: readonly string[] | undefined;
    readonly elsewhere?: true;
  },
  onFound: (edits: readonly SessionEdit[], looked: number, total: number) => void,
  signal: AbortSignal,
): Promise<ReadingEnd> {
  await catalog.ready();
  const sessions = catalog.all();
  const byPath = new Map(sessions.map((session) => [session.path, session]));
  const { fsPath } = file;
  // Sessions may spell it either way, and a deleted file has its sessions, too.
  const real = await realpath(fsPath).catch(() => fsPath);
  const order = {
    paths: [...byPath.keys()],
    files: [...new Set([fsPath, real])],
    ...(lines && { lines }),
    ...(elsewhere && { elsewhere }),
  };
  return worker.request('sessions/fileEdits', order, signal, ({ looked, edits }) => {
    const found = edits.flatMap((edit): readonly SessionEdit[] => {
      const session = byPath.get(edit.subAgent?.session ?? edit.path);
      return session === undefined ? [] : [{ ...edit, session }];
    });
    onFound(found, looked, sessions.length);
  });
}
