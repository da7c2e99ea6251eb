import { Worker } from 'node:worker_threads';
import { t } from '#base/l10n.ts';
import type { PartOf } from '#protocol/contract.ts';
import { Endpoint } from '#protocol/endpoint.ts';
import type { WorkerContract, WorkerEvents, WorkerStart } from '#protocol/worker.ts';
import { threadLimits } from '#store/worker/threadLimits.ts';
import { Emitter, type Disposable } from '#base/emitter.ts';
import type { Log } from '../vscode/log.ts';

/** The part of a worker thread used here; tests supply their own. */
export interface WorkerThread {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** Milliseconds after the last answer until the thread ends, if nobody holds it. */
const restAfterMs = 60_000;

/** A worker that dies twice within this time is not restarted: something is wrong with it. */
const restartWindowMs = 60_000;

const gone = () =>
  t('Reading sessions stopped unexpectedly. Try again, or see the log for details.');

/**
 * The extension host's end of the worker thread that does all file work. The thread starts with the
 * first request and ends after a minute with nothing to do and nobody holding it; the next request
 * starts it again. When it dies, pending requests fail with a sentence, and the next request
 * restarts it, once.
 */
export class WorkerClient implements Disposable {
  readonly #spawn: () => WorkerThread;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #onFault = (fault: unknown) => {
    this.#log.error('worker', 'listener failed', fault);
  };
  readonly #sessions = new Emitter<undefined>(this.#onFault);
  readonly #restarted = new Emitter<undefined>(this.#onFault);
  /** The list would read differently now, though nothing changed on disk. */
  readonly onDidChangeSessions = this.#sessions.event;
  /** A new thread replaced one that died with its open sessions. */
  readonly onDidRestart = this.#restarted.event;
  #running: { thread: WorkerThread; endpoint: Endpoint<WorkerEvents, WorkerContract> } | undefined;
  #diedAt: number | undefined;
  #ended: string | undefined;
  /** Whoever needs the thread, and requests that wait for an answer. */
  #holders = 0;
  #resting: NodeJS.Timeout | undefined;
  readonly #asked = new Set<object>();
  /** The previous thread died. */
  #isLost = false;

  constructor(options: { spawn: () => WorkerThread; log: Log; now?: () => number }) {
    this.#spawn = options.spawn;
    this.#log = options.log;
    this.#now = options.now ?? Date.now;
  }

  /**
   * @param signal stops the work and rejects with AbortError. See `abortSignalOf` for tokens.
   * @param onPart see `Endpoint.request`.
   * @throws RemoteError with a sentence for the user.
   */
  request<Name extends keyof WorkerContract['requests']>(
    name: Name,
    params: WorkerContract['requests'][Name]['params'],
    signal?: AbortSignal,
    onPart?: (part: PartOf<WorkerContract, Name>) => void | Promise<void>,
  ): Promise<WorkerContract['requests'][Name]['result']> {
    if (this.#ended !== undefined) {
      return Promise.reject(new Error(this.#ended));
    }
    this.#running ??= this.#start();
    const held = this.hold();
    const asked = {};
    this.#asked.add(asked);
    const take = (part: PartOf<WorkerContract, Name>) => {
      // An open session does not keep the thread alive; whoever views it does.
      if (name === 'session/open') {
        held.dispose();
        const { complete } = part as PartOf<WorkerContract, 'session/open'>;
        if (complete) {
          this.#asked.delete(asked);
        }
      }
      return onPart?.(part);
    };
    return this.#running.endpoint.request(name, params, signal, take).finally(() => {
      held.dispose();
      this.#asked.delete(asked);
    });
  }

  /** Whether a request waits for its answer: that of an open session, until it is indexed. */
  get isAnswering(): boolean {
    return this.#asked.size > 0;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Keeps the thread and its open sessions alive until disposed. Starts nothing. */
  hold(): Disposable {
    this.#holders += 1;
    clearTimeout(this.#resting);
    let isHeld = true;
    return {
      dispose: () => {
        if (isHeld) {
          isHeld = false;
          this.#holders -= 1;
          this.#restSoon();
        }
      },
    };
  }

  dispose(): void {
    this.#ended ??= t('Session Browser is shutting down.');
    clearTimeout(this.#resting);
    this.#stop(this.#ended);
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
          'sessions/changed': () => {
            this.#sessions.fire(undefined);
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
    if (this.#isLost) {
      this.#isLost = false;
      queueMicrotask(() => {
        this.#restarted.fire(undefined);
      });
    }
    return running;
  }

  #restSoon(): void {
    clearTimeout(this.#resting);
    if (this.#holders === 0 && this.#running !== undefined) {
      this.#resting = setTimeout(() => {
        void this.#rest();
      }, restAfterMs);
    }
  }

  /** Ends the thread once it has saved what the next one needs. */
  async #rest(): Promise<void> {
    const running = this.#running;
    try {
      await running?.endpoint.request('worker/finish', {});
    } catch (error) {
      this.#log.debug('worker', 'not finished', { reason: String(error) });
    }
    // Requests that arrived meanwhile are answered first.
    if (running !== undefined && running === this.#running && this.#holders === 0) {
      this.#log.info('worker', 'ended, as there is nothing to do');
      this.#stop(gone());
    }
  }

  #died(code: number): void {
    const now = this.#now();
    if (this.#diedAt !== undefined && now - this.#diedAt < restartWindowMs) {
      this.#ended = t(
        'Reading sessions stopped twice. Reload the window to try again; see the log for details.',
      );
      this.#log.warn('worker', 'thread ended again, not started any more', { code });
    } else {
      this.#log.warn('worker', 'thread ended, the next request starts it again', { code });
    }
    this.#diedAt = now;
    this.#isLost = true;
    this.#stop(this.#ended ?? gone());
  }

  #stop(reason: string): void {
    const running = this.#running;
    if (running === undefined) {
      return;
    }
    this.#running = undefined;
    running.endpoint.close(reason);
    running.thread.terminate().catch((error: unknown) => {
      this.#log.error('worker', 'thread could not be ended', error);
    });
  }
}

/** Starts the real thread. */
export function spawnWorker(script: string, start: WorkerStart): WorkerThread {
  return new Worker(script, {
    workerData: start,
    name: 'session-browser',
    resourceLimits: threadLimits,
  });
}
