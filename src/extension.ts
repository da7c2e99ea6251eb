import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { AgentStores } from '#host/agentStores.ts';
import { registerChat } from '#host/chat/registerChat.ts';
import { registerCommands } from '#host/commands/registerCommands.ts';
import { ContextKeys } from '#host/contextKeys.ts';
import { SessionDocuments } from '#host/documents/sessionDocuments.ts';
import { createApi, type SessionBrowserApi } from '#host/export/api.ts';
import { createLog } from '#host/log.ts';
import { OpenSessions } from '#host/openSessions.ts';
import { ReplayPanels } from '#host/replayPanel/replayPanels.ts';
import { SessionCatalog } from '#host/sessionCatalog.ts';
import { SessionLister } from '#host/sessionLister.ts';
import { SessionGate } from '#host/sessionGate.ts';
import { SessionTree } from '#host/sessionTree/sessionTree.ts';
import { StoreWatcher } from '#host/storeWatcher.ts';
import { followStores } from '#host/followStores.ts';
import { spawnWorker, WorkerClient } from '#host/workerClient.ts';

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

  const stores = new AgentStores({ extension, home, log });
  const script = extension.asAbsolutePath('dist/worker.cjs');
  const spawn = () => spawnWorker(script, stores.workerStart(script));
  const worker = own(new WorkerClient({ spawn, log }));
  const folders = () =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);
  const catalog = own(new SessionCatalog({ lister: new SessionLister(worker), folders, log }));
  const gate = new SessionGate({ catalog, worker, roots: stores.roots });
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
  const watcher = own(new StoreWatcher(() => stores.places(), log));
  own(followStores({ worker, watcher, catalog, panels }));
  own(stores.follow({ worker, watcher, catalog }));
  return createApi(services);
}
