import { Emitter, type Disposable, type Event } from '#base/emitter.ts';
import type { FilterView } from '#protocol/pages/page.ts';
import { readFilterViews } from '#protocol/pages/pageRequests.ts';

/** Such as a `vscode.Memento`. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'replay.filterViews';

/** Filters of replays that the user named; every replay in every window offers them. */
export class FilterViews implements Disposable {
  readonly #changed: Emitter<readonly FilterView[]>;

  constructor(
    private readonly memory: Memory,
    onFault: (fault: unknown) => void,
  ) {
    this.#changed = new Emitter(onFault);
  }

  get onDidChange(): Event<readonly FilterView[]> {
    return this.#changed.event;
  }

  /** By name. */
  all(): readonly FilterView[] {
    return readFilterViews(this.memory.get(key));
  }

  /** Replaces a view of the same name. */
  async save(view: FilterView): Promise<void> {
    await this.#store([...this.all().filter(({ name }) => name !== view.name), view]);
  }

  async delete(name: string): Promise<void> {
    await this.#store(this.all().filter((view) => view.name !== name));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #store(views: readonly FilterView[]): Promise<void> {
    const sorted = [...views].sort((a, b) => a.name.localeCompare(b.name));
    await this.memory.update(key, sorted);
    this.#changed.fire(sorted);
  }
}
