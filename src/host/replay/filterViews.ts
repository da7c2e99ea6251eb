import * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '#base/emitter.ts';
import { t } from '#base/l10n.ts';
import { longestViewName, type FilterView, type RowFilter } from '#protocol/page.ts';
import { readFilterViews } from '#protocol/pageSchemas.ts';
import type { Log } from '../vscode/log.ts';

const key = 'replay.filterViews';

/** Filters of replays that the user named; every replay in every window offers them. */
export class FilterViews implements Disposable {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #changed: Emitter<readonly FilterView[]>;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>, log: Log) {
    this.#memory = memory;
    this.#changed = new Emitter((fault) => {
      log.error('replay', 'listener failed', fault);
    });
  }

  get onDidChange(): Event<readonly FilterView[]> {
    return this.#changed.event;
  }

  /** By name. */
  all(): readonly FilterView[] {
    return readFilterViews(this.#memory.get(key));
  }

  /** Asks for a name; a view of the same name is replaced. */
  async save(filter: RowFilter): Promise<void> {
    const name = await vscode.window.showInputBox({
      title: t('Save Filter as View'),
      prompt: t('Name of the view'),
      value: this.all().find((view) => view.filter === filter)?.name ?? '',
      validateInput: (text) => this.#objection(text.trim()),
    });
    if (name !== undefined) {
      await this.#store([
        ...this.all().filter((view) => view.name !== name.trim()),
        { name: name.trim(), filter },
      ]);
    }
  }

  async delete(name: string): Promise<void> {
    await this.#store(this.all().filter((view) => view.name !== name));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #objection(name: string): string | vscode.InputBoxValidationMessage | undefined {
    if (name === '') {
      return t('Enter a name.');
    }
    if (name.length > longestViewName) {
      return t('Enter a shorter name.');
    }
    return this.all().some((view) => view.name === name)
      ? {
          message: t('The view “{0}” will be replaced.', name),
          severity: vscode.InputBoxValidationSeverity.Info,
        }
      : undefined;
  }

  async #store(views: readonly FilterView[]): Promise<void> {
    const sorted = views.toSorted((a, b) => a.name.localeCompare(b.name));
    await this.#memory.update(key, sorted);
    this.#changed.fire(sorted);
  }
}
