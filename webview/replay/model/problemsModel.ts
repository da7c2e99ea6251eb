import { computed, effect, signal } from '@preact/signals';
import type { WordedProblem } from '#core/events/decodedLine.ts';
import type { ReplayModel } from './replayModel.ts';
import { sentenceOf } from '../../kit/page/reportFault.ts';

/** One to three screens; anyone with more problems reads the log itself. */
const step = 100;

/** The list behind the problems badge, loaded in steps once it is open. */
export function createProblemsModel(replay: ReplayModel) {
  const open = signal(false);
  const problems = signal<readonly WordedProblem[]>([]);
  const total = signal(0);

  async function read(start: number): Promise<void> {
    try {
      const page = await replay.endpoint.request('problems/read', { start, count: step });
      problems.value = [...problems.peek().slice(0, start), ...page.problems];
      total.value = page.total;
    } catch (fault) {
      replay.failure.value = sentenceOf(fault);
    }
  }

  // Those of the log as it is now, also after it grew or was replaced while the list is open.
  const state = computed(() => {
    const header = replay.header.value;
    return `${header?.generation} ${header?.problems.lost} ${header?.problems.odd}`;
  });
  effect(() => {
    if (open.value && state.value !== '') {
      void read(0);
    }
  });

  return {
    open,
    problems: computed(() => problems.value),
    total: computed(() => total.value),
    toggle() {
      open.value = !open.peek();
    },
    more: () => read(problems.peek().length),
  };
}
