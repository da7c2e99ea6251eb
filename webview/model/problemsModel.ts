import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { Problem } from '#core/problem.ts';
import type { ReplayModel } from './replay.ts';

/** The list behind the problems badge, loaded in steps once it is open. */
export interface ProblemsModel {
  readonly open: Signal<boolean>;
  readonly problems: ReadonlySignal<readonly Problem[]>;
  readonly total: ReadonlySignal<number>;
  toggle(): void;
  more(): Promise<void>;
}

/** One to three screens; anyone with more problems reads the log itself. */
const step = 100;

export function createProblemsModel(replay: ReplayModel): ProblemsModel {
  const open = signal(false);
  const problems = signal<readonly Problem[]>([]);
  const total = signal(0);

  async function read(start: number): Promise<void> {
    try {
      const page = await replay.endpoint.request('problems/read', { start, count: step });
      problems.value = [...problems.peek().slice(0, start), ...page.problems];
      total.value = page.total;
    } catch (fault) {
      replay.failure.value =
        fault instanceof Error ? fault.message : t('Session Browser did not respond.');
    }
  }

  return {
    open,
    problems: computed(() => problems.value),
    total: computed(() => total.value),
    toggle() {
      open.value = !open.peek();
      if (open.peek()) {
        void read(0);
      }
    },
    more: () => read(problems.peek().length),
  };
}
