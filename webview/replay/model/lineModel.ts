import { computed, effect, signal } from '@preact/signals';
import {
  filterLineProblem,
  finishedTerms,
  readLine,
  withoutErrorWord,
  writeLine,
} from '#core/lens/filterLine.ts';
import type { FilterModel } from './filterModel.ts';
import type { ViewModel } from './viewModel.ts';

/** What the reader writes in the field for finding: filters, and words to find. */
export function createLineModel(
  { applied: filtering, show, level }: Pick<FilterModel, 'applied' | 'show' | 'level'>,
  view: Pick<ViewModel, 'toFind' | 'find'>,
) {
  const applied = computed(() => withoutErrorWord(filtering.value));
  const wasFound = (view.toFind.peek() ?? view.find.peek())?.query ?? '';
  const line = signal(writeLine({ filter: applied.peek(), words: wasFound }));
  const written = computed(() => readLine(line.value));
  const wanted = computed(() => finishedTerms(written.value.filter));

  effect(() => {
    const filter = applied.value;
    if (filter !== wanted.peek()) {
      // Not from here: it was chosen, or the reader came back to where they were.
      line.value = writeLine({ ...written.peek(), filter });
    }
  });

  return {
    /** As written; its filters filter when they are applied. */
    line,
    /** What is to be found. */
    words: computed(() => written.value.words),
    setWords(words: string) {
      line.value = writeLine({ ...written.peek(), words });
    },
    /** It has a filter that does not filter yet, or no longer has one that does. */
    isToApply: computed(() => wanted.value !== applied.value),
    /** What it filters by, once it is applied. */
    wanted,
    /** What is wrong with its filters. */
    problem: computed(() => filterLineProblem(written.value.filter)),
    /** Filters by what is written. */
    apply: () => show(level.peek(), wanted.peek()),
  };
}

export type LineModel = ReturnType<typeof createLineModel>;
