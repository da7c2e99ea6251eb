import * as vscode from 'vscode';
import type { SessionCatalog } from './catalog/sessionCatalog.ts';
import type { Replay } from './replay/replay.ts';
import type { StoreWatcher } from './stores/storeWatcher.ts';
import type { WorkerClient } from './worker/workerClient.ts';

/**
 * Keeps the list and the open replays current: when something in the stores changes, when reading a
 * whole log reveals more than its ends did, when the workspace folders change, and once when the
 * window regains focus, because watchers miss what happens on network drives and while a machine
 * sleeps.
 */
export function followStores(parts: {
  readonly worker: WorkerClient;
  readonly watcher: StoreWatcher;
  readonly catalog: SessionCatalog;
  readonly everywhere: SessionCatalog;
  /** Undefined before the first replay. */
  readonly replay: () => Replay | undefined;
}): vscode.Disposable {
  const { worker, watcher, catalog, everywhere, replay } = parts;
  const catalogs = [catalog, everywhere];
  const outdate = () => {
    for (const each of catalogs) {
      each.outdate();
    }
  };
  const look = (paths: ReadonlySet<string>) => {
    outdate();
    replay()?.logsChanged(paths);
  };
  let wasFocused = vscode.window.state.focused;
  return vscode.Disposable.from(
    // Nothing is watched until somebody needs the list.
    ...catalogs.map((each) =>
      each.onDidStart(() => {
        watcher.start();
      }),
    ),
    watcher.onDidChange(look),
    worker.onDidChangeSessions(outdate),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      catalog.restart();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && !wasFocused) {
        look(new Set());
      }
      wasFocused = focused;
    }),
  );
}
