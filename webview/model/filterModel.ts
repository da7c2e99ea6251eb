import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { FilterValues } from '#core/replay/filterProposals.ts';
import {
  longestFilter,
  partsOfFilter,
  rowFilter,
  type FilterView,
  type RowLevel,
} from '#protocol/page.ts';
import type { ReplayModel } from './replay.ts';
import { reportFault } from './reportFault.ts';
import type { ViewModel } from './viewModel.ts';

/** Which rows are shown: a level, and a line that the user writes or took from a view. */
export interface FilterModel {
  readonly level: ReadonlySignal<RowLevel>;
  /** As written; it filters when it is applied. */
  readonly line: Signal<string>;
  /** The line that filters now. */
  readonly applied: ReadonlySignal<string>;
  /** What the session has to filter by. */
  readonly values: ReadonlySignal<FilterValues>;
  readonly views: ReadonlySignal<readonly FilterView[]>;
  /** The view that shows the same rows. */
  readonly view: ReadonlySignal<FilterView | undefined>;
  setLevel(level: RowLevel): void;
  /** Filters by the written line. */
  apply(): void;
  choose(view: FilterView): void;
  /** Shows all rows. */
  clear(): void;
  /** Asks the host again what the session has to filter by. */
  readValues(): Promise<void>;
  /** The host asks for a name. */
  save(): Promise<void>;
  delete(view: FilterView): Promise<void>;
}

const noValues: FilterValues = { tools: [], files: [], exits: [] };

export function createFilterModel(replay: ReplayModel, view: ViewModel): FilterModel {
  const parts = computed(() => partsOfFilter(view.filter.value));
  const line = signal(parts.peek().line);
  const values = signal(noValues);
  const { views, endpoint } = replay;

  function show(level: RowLevel, text: string): void {
    const filter = rowFilter(level, text);
    if (filter !== view.filter.peek() && filter.length <= longestFilter) {
      void replay.setFilter(filter);
    }
  }

  async function ask(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } catch (fault) {
      reportFault(endpoint, fault);
    }
  }

  return {
    level: computed(() => parts.value.level),
    line,
    applied: computed(() => parts.value.line),
    values: computed(() => values.value),
    views,
    view: computed(() => views.value.find(({ filter }) => filter === view.filter.value)),
    setLevel(level) {
      show(level, parts.peek().line);
    },
    apply() {
      show(parts.peek().level, line.peek());
    },
    choose({ filter }) {
      const { level, line: text } = partsOfFilter(filter);
      show(level, text);
      line.value = text;
    },
    clear() {
      show('all', '');
      line.value = '';
    },
    readValues: () =>
      ask(
        endpoint.request('filter/values', {}).then((next) => {
          values.value = next;
        }),
      ),
    save: () => ask(endpoint.request('views/save', { filter: view.filter.peek() })),
    delete: ({ name }) => ask(endpoint.request('views/delete', { name })),
  };
}
