import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import { registerChat } from '#host/chat/registerChat.ts';
import { registerCommands } from '#host/commands/registerCommands.ts';
import { viewIds } from '#host/contributions.ts';
import { ContextKeys } from '#host/contextKeys.ts';
import { SessionDocuments } from '#host/documents/sessionDocuments.ts';
import { createApi, type SessionBrowserApi } from '#host/export/api.ts';
import { createLog } from '#host/log.ts';
import { OpenSessions } from '#host/openSessions.ts';
import { ReplayPanels } from '#host/replayPanel/replayPanels.ts';
import { SessionCatalog } from '#host/sessionCatalog.ts';
import { SessionGate } from '#host/sessionGate.ts';
import { SessionTree } from '#host/sessionTree/sessionTree.ts';
import { StoreWatcher } from '#host/storeWatcher.ts';
import { followStores } from '#host/followStores.ts';
import { rootsToWatch } from '#host/watchPlan.ts';
import { spawnWorker, WorkerClient } from '#host/workerClient.ts';
import { PathStyle } from '#store/pathStyle.ts';
import { StoreRoots } from '#store/storeRoots.ts';

/** Builds the parts in the order they need each other, and hands them to VS Code to end. */
export function activate(extension: vscode.ExtensionContext): SessionBrowserApi {
  const home = homedir();
  const own = <T extends vscode.Disposable>(part: T): T => {
    extension.subscriptions.push(part);
    return part;
  };
  const log = createLog(
    own(vscode.window.createOutputChannel('Session Browser', { log: true })),
    home,
  );

  const platform = process.platform === 'win32' ? 'windows' : 'posix';
  const environment = { home, platform, variables: { ...process.env } } as const;
  const roots = new StoreRoots(new PathStyle(platform), adapters, environment);
  const script = extension.asAbsolutePath('dist/worker.cjs');
  const worker = own(new WorkerClient({ spawn: () => spawnWorker(script, environment), log }));
  const folders = () =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);
  const catalog = own(new SessionCatalog({ worker, folders, log }));
  const gate = new SessionGate({ catalog, worker, roots });
  const services = { catalog, worker, gate, log, extension };

  const sessions = own(new OpenSessions(worker, log));
  const documents = own(new SessionDocuments({ worker, sessions, gate, log }));
  const contextKeys = new ContextKeys();
  const inExtension = (...names: readonly string[]) =>
    vscode.Uri.joinPath(extension.extensionUri, ...names);
  const panels = own(
    new ReplayPanels(
      {
        worker,
        sessions,
        documents,
        catalog,
        gate,
        log,
        home,
        pageFolder: inExtension('dist', 'webview'),
        icon: inExtension('media', 'activity-bar.svg'),
      },
      contextKeys,
    ),
  );
  const tree = own(new SessionTree(services, { contextKeys, home }));
  registerCommands(services, { panels, tree }).forEach(own);
  own(registerChat(services));
  const watcher = own(new StoreWatcher(rootsToWatch(adapters, environment), log));
  own(followStores({ watcher, catalog, panels }));
  void vscode.window.withProgress({ location: { viewId: viewIds.sessions } }, () =>
    catalog.refresh(),
  );
  return createApi(services);
}
