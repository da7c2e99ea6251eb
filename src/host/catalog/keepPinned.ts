import type { Disposable } from '#base/emitter.ts';
import type { SessionSummary } from '#core/session.ts';
import { configKeys } from '../vscode/contributions.ts';
import type { Log } from '../vscode/log.ts';
import { settings } from '../vscode/settings.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import type { SessionCatalog } from './sessionCatalog.ts';

/** A session that is being written is not copied for each of its lines. */
const delayMs = 5_000;

/** Keeps copies of pinned sessions up to date while the setting says so. */
export class KeepPinned implements Disposable {
  readonly #catalogs: readonly SessionCatalog[];
  readonly #worker: Pick<WorkerClient, 'request'>;
  readonly #log: Log;
  readonly #subscriptions: readonly Disposable[];
  /** How each was when it was last copied, or could not be. */
  readonly #seen = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: {
    readonly catalogs: readonly SessionCatalog[];
    readonly worker: Pick<WorkerClient, 'request'>;
    readonly log: Log;
  }) {
    this.#catalogs = parts.catalogs;
    this.#worker = parts.worker;
    this.#log = parts.log;
    const plan = () => {
      this.#plan();
    };
    this.#subscriptions = [
      ...this.#catalogs.map((catalog) => catalog.onDidChange(plan)),
      settings.onDidChange(configKeys.keepPinned, plan),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #plan(): void {
    if (this.#timer === undefined && settings.keepPinned() && this.#due().length > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        void this.#keep();
      }, delayMs);
    }
  }

  #due(): readonly SessionSummary[] {
    return this.#catalogs
      .flatMap((catalog) => catalog.all())
      .filter(
        (session) =>
          session.marks?.isPinned === true &&
          session.isKept !== true &&
          this.#seen.get(session.path) !== stateOf(session),
      );
  }

  async #keep(): Promise<void> {
    for (const session of settings.keepPinned() ? this.#due() : []) {
      this.#seen.set(session.path, stateOf(session));
      try {
        await this.#worker.request('session/keep', { path: session.path });
      } catch (error) {
        this.#log.warn('marks', 'pinned session not kept', {
          path: session.path,
          reason: String(error),
        });
      }
    }
  }
}

function stateOf({ size, updatedAt }: SessionSummary): string {
  return `${size} ${updatedAt}`;
}
