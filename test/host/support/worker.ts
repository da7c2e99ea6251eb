import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Row } from '#core/rows/row.ts';
import { SessionCatalog } from '#host/list/sessionCatalog.ts';
import { SessionLister } from '#host/list/sessionLister.ts';
import { OpenSessions } from '#host/worker/openSessions.ts';
import { spawnWorker, WorkerClient } from '#host/worker/workerClient.ts';
import { noMarks } from '../../unit/host/list/catalogSetUp.ts';
import { silentLog } from '../../unit/host/silentLog.ts';
import { activateProduct } from './extensions.ts';

/** A worker of the installed extension, in addition to its own. */
export async function installedWorker(): Promise<WorkerClient> {
  const { extensionPath } = await activateProduct();
  const home = process.env.SESSION_BROWSER_TEST_HOME ?? '';
  const variables = { ...process.env };
  const journals = join(home, '.session-browser-journals');
  const kept = join(home, '.session-browser-kept');
  const start = { home, platform: 'posix', variables, journals, kept } as const;
  return new WorkerClient({
    spawn: (watched) =>
      spawnWorker(join(extensionPath, 'dist', 'worker.cjs'), { ...start, ...watched }),
    leftOut: { breadcrumbs: [], add: () => false },
    log: silentLog,
  });
}

export function catalogOf(worker: WorkerClient): SessionCatalog {
  const folders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return new SessionCatalog({
    lister: new SessionLister(worker),
    folders,
    log: silentLog,
    marks: noMarks,
  });
}

/** All rows of a session, as requested by the replay. */
export async function rowsOf(worker: WorkerClient, path: string): Promise<readonly Row[]> {
  const lease = new OpenSessions(worker, silentLog).acquire(path);
  try {
    const state = await lease.opened;
    const { rows } = await worker.request('rows/read', {
      path,
      filter: 'all',
      start: 0,
      count: Math.max(200, state.rows),
    });
    return rows as readonly Row[];
  } finally {
    lease.dispose();
  }
}
