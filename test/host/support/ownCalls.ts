import { createRequire } from 'node:module';
import type { Worker } from 'node:worker_threads';

/** Node's own modules as the extension sees them: replaced functions are what it calls. */
const require = createRequire(__filename);
const threads = require('node:worker_threads') as { Worker: typeof Worker };
const files = require('node:fs') as Record<string, unknown>;

/** A message to a worker thread. */
interface Envelope {
  readonly type: string;
  readonly id?: number;
  readonly name?: string;
  readonly body?: unknown;
}

/**
 * Counts the extension's activity in the extension host it shares with the suites: threads started,
 * messages sent to them, files accessed directly, timers set.
 */
export class OwnCalls {
  /** Running threads. */
  readonly threads = new Set<Worker>();
  /** Number of threads ever started. */
  started = 0;
  /** Messages to threads. */
  readonly sent: Envelope[] = [];
  /** The extension's calls of `node:fs`, with their first argument. */
  readonly files: string[] = [];
  /** Intervals the extension has ever set. */
  intervals = 0;
  readonly #timers = new Map<NodeJS.Timeout, { readonly ms: number; readonly run: () => void }>();
  readonly #undo: (() => void)[] = [];

  /** @param isOwn whether a script is the extension's. */
  constructor(isOwn: (stack: string) => boolean) {
    const { threads: running, sent } = this;
    const onStart = () => {
      this.started += 1;
    };
    const Original = threads.Worker;
    threads.Worker = class extends Original {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        if (isOwn(new Error().stack ?? '')) {
          onStart();
          running.add(this);
          this.once('exit', () => {
            running.delete(this);
          });
          const post = this.postMessage.bind(this);
          const asked = new Map<number | undefined, Envelope>();
          this.postMessage = (message: Envelope) => {
            if (message.type === 'request') {
              asked.set(message.id, message);
            }
            sent.push(
              message.type === 'abort' ? { ...asked.get(message.id), ...message } : message,
            );
            post(message);
          };
        }
      }
    };
    this.#undo.push(() => {
      threads.Worker = Original;
    });
    this.#watchTimers(isOwn);
    for (const [name, original] of Object.entries(files)) {
      if (typeof original === 'function' && /^[a-z]/.test(name)) {
        const call = original as (...args: readonly unknown[]) => unknown;
        const counted = (...args: readonly unknown[]) => {
          if (isOwn(callerIn(new Error()))) {
            this.files.push(`${name} ${String(args[0])}`);
          }
          return call(...args);
        };
        files[name] = Object.assign(counted, original);
        this.#undo.push(() => {
          files[name] = original;
        });
      }
    }
  }

  /** Delays of the extension's pending timers in ms, shortest first. */
  waiting(): readonly number[] {
    return [...this.#timers.values()].map(({ ms }) => ms).sort((a, b) => a - b);
  }

  /** Fires the timers with this delay. */
  elapse(ms: number): void {
    for (const [timer, { ms: set, run }] of [...this.#timers]) {
      if (set === ms) {
        clearTimeout(timer);
        run();
      }
    }
  }

  #watchTimers(isOwn: (stack: string) => boolean): void {
    const { setTimeout: set, setInterval: repeat, clearTimeout: clear } = globalThis;
    const timers = this.#timers;
    const replaced = {
      setTimeout: Object.assign(
        (run: (...args: readonly unknown[]) => void, ms = 0, ...args: readonly unknown[]) => {
          const timer: NodeJS.Timeout = set(() => {
            timers.delete(timer);
            run(...args);
          }, ms);
          // Excludes timers that VS Code sets itself when called by the extension.
          if (isOwn(callerIn(new Error()))) {
            timers.set(timer, {
              ms,
              run: () => {
                run(...args);
              },
            });
          }
          return timer;
        },
        set,
      ),
      setInterval: Object.assign((...args: Parameters<typeof repeat>) => {
        if (isOwn(callerIn(new Error()))) {
          this.intervals += 1;
        }
        return repeat(...args);
      }, repeat),
      clearTimeout: (timer: NodeJS.Timeout | undefined) => {
        if (timer !== undefined) {
          timers.delete(timer);
        }
        clear(timer);
      },
    };
    Object.assign(globalThis, replaced);
    this.#undo.push(() => {
      Object.assign(globalThis, { setTimeout: set, setInterval: repeat, clearTimeout: clear });
    });
  }

  /** Names of requests to threads, each with its path. */
  requests(): readonly string[] {
    return this.#about('request');
  }

  /** Likewise for canceled requests. */
  aborted(): readonly string[] {
    return this.#about('abort');
  }

  #about(wanted: string): readonly string[] {
    return this.sent.flatMap(({ type, name = '', body }) =>
      type === wanted ? [`${name} ${(body as { path?: string }).path ?? ''}`.trim()] : [],
    );
  }

  restore(): void {
    for (const undo of this.#undo.splice(0)) {
      undo();
    }
  }
}

/** Origin of a counted call, and the frame before. */
function callerIn({ stack = '' }: Error): string {
  return stack.split('\n').slice(0, 4).join('\n');
}
