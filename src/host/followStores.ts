import * as vscode from 'vscode';
import type { ChatServices } from './catalog/services.ts';
import type { Replay } from './replay/replay.ts';
import type { StoreWatcher } from './stores/storeWatcher.ts';

/**
 * Keeps the list and the open replays current: when something in the stores changes, when reading a
 * whole log reveals more than its ends did, when the workspace folders change, and once when the
 * window regains focus, because watchers miss what happens on network drives and while a machine
 * sleeps.
 *
 * @param replay undefined before the first replay.
 */
export function followStores(
  { worker, catalog, everywhere }: Pick<ChatServices, 'worker' | 'catalog' | 'everywhere'>,
  watcher: StoreWatcher,
  replay: () => Replay | undefined,
): vscode.Disposable {
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
