import { computed, signal } from '@preact/signals';
import type { FilterValues } from '#core/lens/filterProposals.ts';
import {
  longestFilter,
  partsOfFilter,
  rowFilter,
  type FilterView,
  type RowLevel,
} from '#protocol/pages/page.ts';
import type { ReplayModel } from './replayModel.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import type { ViewModel } from './viewModel.ts';

const noValues: FilterValues = { tools: [], files: [], exits: [] };

/** Which rows are shown: a level and filters. @see LineModel for how they are written */
export function createFilterModel(replay: ReplayModel, view: ViewModel) {
  const parts = computed(() => partsOfFilter(view.filter.value));
  const values = signal(noValues);
  const { views, endpoint } = replay;

  function show(level: RowLevel, text: string): void {
    const filter = rowFilter(level, text);
    const isShown = filter === view.filter.peek() && view.view.peek() === 'transcript';
    if (!isShown && filter.length <= longestFilter) {
      void replay.setFilter(filter);
    }
  }

  function choose({ filter }: Pick<FilterView, 'filter'>): void {
    const { level, line: text } = partsOfFilter(filter);
    show(level, text);
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
    /** What filters now. */
    applied: computed(() => parts.value.line),
    /** What the session has to filter by. */
    values: computed(() => values.value),
    views,
    /** The view that shows the same rows. */
    view: computed(() => views.value.find(({ filter }) => filter === view.filter.value)),
    setLevel: (level: RowLevel) => show(level, parts.peek().line),
    show,
    choose,
    /** Shows the rows about a file. */
    showFile: (path: string) => show('all', `file:"${path}"`),
    /** Shows all rows. */
    clear: () => choose({ filter: 'all' }),
    /** Asks the host again what the session has to filter by. */
    readValues: () =>
      ask(
        endpoint.request('filter/values', {}).then((next) => {
          values.value = next;
        }),
      ),
    /** The host asks for a name. */
    save: () => ask(endpoint.request('views/save', { filter: view.filter.peek() })),
    delete: ({ name }: FilterView) => ask(endpoint.request('views/delete', { name })),
  };
}

export type FilterModel = ReturnType<typeof createFilterModel>;
