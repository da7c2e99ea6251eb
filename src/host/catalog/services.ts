import type { ExtensionContext } from 'vscode';
import type { Log } from '../vscode/log.ts';
import type { SessionGate } from './sessionGate.ts';
import type { SessionCatalog } from './sessionCatalog.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** What chat, export and the commands are given; built once in `extension.ts`. */
export interface ChatServices {
  readonly catalog: SessionCatalog;
  readonly worker: WorkerClient;
  /** Decides whether a path may be read; for paths that do not come from the catalog. */
  readonly gate: SessionGate;
  readonly log: Log;
  readonly extension: ExtensionContext;
}
