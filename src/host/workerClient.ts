import { Worker } from 'node:worker_threads';
import { Endpoint } from '#protocol/endpoint.ts';
import type { IndexState, WorkerContract, WorkerEvents, WorkerStart } from '#protocol/worker.ts';
import { threadLimits } from '#store/threadLimits.ts';
import { Emitter, type Disposable, type Event } from './emitter.ts';
import type { Log } from './log.ts';

/** So many rows of the file are written. */
export type ExportProgress = WorkerEvents['notices']['export/progress'];

/** The part of a worker thread that is used here; tests give their own. */
export interface WorkerThread {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** A worker that dies twice within this time is not started again: something is wrong with it. */
const restartWindowMs = 60_000;

const gone = 'Reading sessions stopped unexpectedly. Try again; the log says more.';
const goneForGood =
  'Reading sessions stopped twice. Reload the window to start it again; the log says more.';

/**
 * The extension host's end of the worker thread that does all file work. The thread starts with the
 * first request. When it dies, open requests fail with a sentence, and the next request starts it
 * anew, once.
 */
export class WorkerClient implements Disposable {
  readonly #spawn: () => WorkerThread;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #indexed: Emitter<{ readonly path: string; readonly state: IndexState }>;
  readonly #sessions: Emitter<undefined>;
  readonly #exported: Emitter<ExportProgress>;
  readonly #restarted: Emitter<undefined>;
  #running: { thread: WorkerThread; endpoint: Endpoint<WorkerEvents, WorkerContract> } | undefined;
  #diedAt: number | undefined;
  #ended: string | undefined;

  constructor(options: { spawn: () => WorkerThread; log: Log; now?: () => number }) {
    this.#spawn = options.spawn;
    this.#log = options.log;
    this.#now = options.now ?? Date.now;
    const onFault = (fault: unknown) => {
      this.#log.error('worker', 'listener failed', fault);
    };
    this.#indexed = new Emitter(onFault);
    this.#sessions = new Emitter(onFault);
    this.#exported = new Emitter(onFault);
    this.#restarted = new Emitter(onFault);
  }

  /** An open session's index got further, or its log changed. */
  get onDidIndex(): Event<{ readonly path: string; readonly state: IndexState }> {
    return this.#indexed.event;
  }

  /** The list would read otherwise now, though nothing changed on disk. */
  get onDidChangeSessions(): Event<undefined> {
    return this.#sessions.event;
  }

  /** An export got further. */
  get onDidExportRows(): Event<ExportProgress> {
    return this.#exported.event;
  }

  /** The thread is a new one: sessions that were open must be opened again. */
  get onDidRestart(): Event<undefined> {
    return this.#restarted.event;
  }

  /**
   * @param signal stops the work and rejects with AbortError. See `abortSignalOf` for tokens.
   * @throws RemoteError with a sentence for the user.
   */
  request<Name extends keyof WorkerContract['requests']>(
    name: Name,
    params: WorkerContract['requests'][Name]['params'],
    signal?: AbortSignal,
  ): Promise<WorkerContract['requests'][Name]['result']> {
    if (this.#ended !== undefined) {
      return Promise.reject(new Error(this.#ended));
    }
    this.#running ??= this.#start();
    return this.#running.endpoint.request(name, params, signal);
  }

  dispose(): void {
    this.#ended ??= 'Session Browser is shutting down.';
    this.#stop(this.#ended);
    this.#indexed.dispose();
    this.#exported.dispose();
    this.#sessions.dispose();
    this.#restarted.dispose();
  }

  #start() {
    const thread = this.#spawn();
    const endpoint = new Endpoint<WorkerEvents, WorkerContract>(
      {
        post: (message) => {
          thread.postMessage(message);
        },
        listen: (listener) => {
          thread.on('message', listener);
        },
      },
      {
        requests: {},
        notices: {
          'session/indexed': (body) => {
            this.#indexed.fire(body);
          },
          'sessions/changed': () => {
            this.#sessions.fire(undefined);
          },
          'export/progress': (body) => {
            this.#exported.fire(body);
          },
          'log/error': ({ message, stack }) => {
            this.#log.error('worker', 'work failed', stack === '' ? message : stack);
          },
        },
      },
      (fault) => {
        this.#log.error('worker', 'message could not be handled', fault);
      },
    );
    const running = { thread, endpoint };
    thread.on('error', (error) => {
      this.#log.error('worker', 'thread failed', error);
    });
    thread.on('exit', (code) => {
      if (this.#running === running) {
        this.#died(code);
      }
    });
    this.#log.info('worker', 'started');
    if (this.#diedAt !== undefined) {
      queueMicrotask(() => {
        this.#restarted.fire(undefined);
      });
    }
    return running;
  }

  #died(code: number): void {
    const now = this.#now();
    if (this.#diedAt !== undefined && now - this.#diedAt < restartWindowMs) {
      this.#ended = goneForGood;
      this.#log.warn('worker', 'thread ended again, not started any more', { code });
    } else {
      this.#log.warn('worker', 'thread ended, the next request starts it again', { code });
    }
    this.#diedAt = now;
    this.#stop(this.#ended ?? gone);
  }

  #stop(reason: string): void {
    const running = this.#running;
    this.#running = undefined;
    running?.endpoint.close(reason);
    running?.thread.terminate().catch((error: unknown) => {
      this.#log.error('worker', 'thread could not be ended', error);
    });
  }
}

/** Starts the real thread; nothing of the extension host's output reaches it. */
export function spawnWorker(script: string, start: WorkerStart): WorkerThread {
  return new Worker(script, {
    workerData: start,
    name: 'session-browser',
    resourceLimits: threadLimits,
  });
}
