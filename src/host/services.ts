import type { ExtensionContext } from 'vscode';
import type { Log } from './log.ts';
import type { SessionCatalog } from './sessionCatalog.ts';
import type { WorkerClient } from './workerClient.ts';

/** What chat, export and the commands are given; built once in `extension.ts`. */
export interface ChatServices {
  readonly catalog: SessionCatalog;
  readonly worker: WorkerClient;
  readonly log: Log;
  readonly extension: ExtensionContext;
}
