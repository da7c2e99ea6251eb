import { computed, effect, signal } from '@preact/signals';
import {
  filterLineProblem,
  finishedTerms,
  readLine,
  withoutErrorWord,
  writeLine,
} from '#core/lens/filterLine.ts';
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

/** Which rows are shown, and what is found in them: a level, and the line that the user writes. */
export function createFilterModel(replay: ReplayModel, view: ViewModel) {
  const parts = computed(() => partsOfFilter(view.filter.value));
  const wasFound = (view.toFind.peek() ?? view.find.peek())?.query ?? '';
  const line = signal(writeLine({ filter: '', words: wasFound }));
  const written = computed(() => readLine(line.value));
  const wanted = computed(() => finishedTerms(written.value.filter));
  const values = signal(noValues);
  const { endpoint } = replay;
  const views = computed(() =>
    replay.views.value.map(({ name, filter }) => {
      const { level, line: text } = partsOfFilter(filter);
      return { name, filter: rowFilter(level, withoutErrorWord(text)) };
    }),
  );

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
    setFilter(text);
  }

  function setFilter(filter: string): void {
    line.value = writeLine({ ...written.peek(), filter: withoutErrorWord(filter) });
  }

  effect(() => {
    const { line: filter } = parts.value;
    if (filter !== wanted.peek()) {
      // Neither written nor chosen: the reader came back to where they were.
      setFilter(filter);
    }
  });

  async function ask(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } catch (fault) {
      reportFault(endpoint, fault);
    }
  }

  return {
    level: computed(() => parts.value.level),
    /** As written; its filters filter when they are applied. */
    line,
    /** What is to be found. */
    words: computed(() => written.value.words),
    setWords(words: string) {
      line.value = writeLine({ ...written.peek(), words });
    },
    /** What the line filters by, once it is applied. */
    wanted,
    /** What is wrong with its filters. */
    problem: computed(() => filterLineProblem(written.value.filter)),
    /** What filters now. */
    applied: computed(() => parts.value.line),
    /** What the session has to filter by. */
    values: computed(() => values.value),
    views,
    /** The view that shows the same rows. */
    view: computed(() => views.value.find(({ filter }) => filter === view.filter.value)),
    setLevel: (level: RowLevel) => show(level, parts.peek().line),
    /** Filters by the written line. */
    apply: () => show(parts.peek().level, wanted.peek()),
    choose,
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
