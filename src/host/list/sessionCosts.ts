import { DelayedTask } from '#base/delayedTask.ts';
import { Emitter, type Disposable } from '#base/emitter.ts';
import { formatCost } from '#base/format.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { SessionCost } from '#protocol/pages/numbersPage.ts';
import { configKeys } from '../vscode/contributions.ts';
import { settings } from '../vscode/settings.ts';
import type { ChatServices } from './services.ts';

/** What lines of a list say of costs, and how they are sorted by them. */
export interface CostLook {
  /** What a session cost; undefined if lines do not say it, or nothing is known. */
  readonly cost: (session: SessionSummary) => string | undefined;
  /** US dollars; undefined if they do not sort. */
  readonly costOf?: (session: SessionSummary) => number;
}

export const noCosts: CostLook = { cost: () => undefined };

/**
 * What listed sessions cost. They are added up when a list first shows that, and again when one of them changed, at most
 * twice a minute; the worker reads only what changed.
 */
export class SessionCosts implements Disposable {
  readonly #costs = new Map<string, SessionCost>();
  /** When each session was updated whose cost is known. */
  readonly #known = new Map<string, number>();
  readonly #changes = new Emitter<undefined>((fault) => this.#report(fault));
  readonly onDidChange = this.#changes.event;
  readonly #ended = new AbortController();
  readonly #task: DelayedTask;
  readonly #settings: readonly Disposable[];
  #sessions: readonly SessionSummary[] = [];

  constructor(private readonly services: Pick<ChatServices, 'worker' | 'log'>) {
    this.#task = new DelayedTask(
      () => this.#read(),
      (fault) => this.#report(fault),
    );
    const fire = () => this.#changes.fire(undefined);
    this.#settings = [
      settings.onDidChange(configKeys.prices, () => {
        this.#known.clear();
        fire();
      }),
      settings.onDidChange(configKeys.sortBy, fire),
      settings.onDidChange(configKeys.showCost, fire),
    ];
  }

  /** As settings want it. @param sessions that are listed; none while the list is hidden. */
  look(sessions: readonly SessionSummary[]): CostLook {
    const sorts = settings.sortBy() === 'cost';
    if (!sorts && !settings.showCost()) {
      this.#sessions = [];
      return noCosts;
    }
    this.#sessions = sessions;
    if (sessions.some(({ path, updatedAt }) => this.#known.get(path) !== updatedAt)) {
      this.#task.schedule();
    }
    return {
      cost: ({ path }) => {
        const known = this.#costs.get(path);
        return known && formatCost(known.cost, known.estimated);
      },
      ...(sorts ? { costOf: ({ path }) => this.#costs.get(path)?.cost ?? 0 } : {}),
    };
  }

  dispose(): void {
    this.#sessions = [];
    this.#ended.abort();
    this.#settings.forEach((each) => each.dispose());
    this.#changes.dispose();
  }

  #report(fault: unknown): void {
    if (!this.#ended.signal.aborted) {
      this.services.log.error('tree', 'costs not read', fault);
    }
  }

  async #read(): Promise<void> {
    const sessions = this.#sessions;
    if (sessions.length === 0) {
      return;
    }
    const paths = sessions.map(({ path }) => path);
    const { signal } = this.#ended;
    await this.services.worker.request('sessions/costs', { paths }, signal, ({ costs }) => {
      for (const { path, ...cost } of costs) {
        if (cost.cost > 0) {
          this.#costs.set(path, cost);
        } else {
          this.#costs.delete(path);
        }
      }
      this.#changes.fire(undefined);
      return Promise.resolve();
    });
    for (const { path, updatedAt } of sessions) {
      this.#known.set(path, updatedAt);
    }
  }
}
