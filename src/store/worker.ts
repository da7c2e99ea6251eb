import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { adapters } from '#agents/registry.ts';
import { UserError } from '#core/userError.ts';
import { Endpoint } from '#protocol/endpoint.ts';
import type { WorkerContract, WorkerEvents, WorkerStart } from '#protocol/worker.ts';
import { NodeFileSystem } from './nodeFileSystem.ts';
import { LazyTask } from './lazyTask.ts';
import { ProgressThrottle } from './progressThrottle.ts';
import { replaceFile } from './replaceFile.ts';
import { SessionStore } from './sessionStore.ts';
import { storeHandlers } from './storeHandlers.ts';

/** The worker thread's entry: a session store behind an endpoint. */
function serve(port: MessagePort, start: WorkerStart): void {
  const throttle = new ProgressThrottle((path, state) => {
    endpoint.notify('session/indexed', { path, state });
  });
  const onFault = (fault: unknown) => {
    // A sentence for the user reaches the caller, who shows it; anything else is a bug to be logged.
    if (!(fault instanceof UserError)) {
      const { message, stack = '' } = fault instanceof Error ? fault : new Error(String(fault));
      endpoint.notify('log/error', { message, stack });
    }
  };
  const { agents, summaries } = start;
  const store = new SessionStore({
    fileSystem: new NodeFileSystem(),
    adapters,
    environment: start,
    agents,
    summaries: summaries && { ...summaries, replace: replaceFile },
    onIndexed: (path, state) => {
      throttle.push(path, state);
    },
    onLearned: () => {
      endpoint.notify('sessions/changed', {});
    },
    onFault,
  });
  const saving = new LazyTask(() => store.saveSummaries(), onFault);
  const endpoint = new Endpoint<WorkerContract, WorkerEvents>(
    {
      post: (message) => {
        port.postMessage(message);
      },
      listen: (listener) => {
        port.on('message', listener);
      },
    },
    storeHandlers(store, () => {
      saving.wish();
    }),
    onFault,
  );
}

if (parentPort !== null) {
  serve(parentPort, workerData as WorkerStart);
}
