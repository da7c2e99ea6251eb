import type { pageMoves } from '../../support/pageMoves.ts';
import type { BenchRow } from '../row.ts';

/** @param scenario as in `pageScenario.ts`. */
function pageRow(
  name: string,
  title: string,
  scenario: string,
  move: keyof typeof pageMoves,
): BenchRow {
  return {
    name: `page:${name}`,
    title: `longest task of the page: ${title}`,
    against: 'the limit of 50 ms',
    unit: 'ms',
    target: 1,
    async measure({ frames }) {
      // Later, because the other rows need not load a browser's driver.
      const { pageWork } = await import('./pageWork.ts');
      const { count, longest, task } = await pageWork(scenario, move, frames);
      const note = `${count} frames, the longest ${longest.toFixed(0)} ms with what else ran`;
      return { value: task, baseline: 50, note };
    },
  };
}

export const pageRows: readonly BenchRow[] = [
  pageRow('scroll', '100,000 rows, scrolled', 'huge', 'scroll'),
  pageRow('drag', '100,000 rows, dragged end to end', 'huge', 'drag'),
  pageRow('timeline', '100,000 rows, dragged along the timeline', 'huge', 'timeline'),
  pageRow('live', '100,000 rows, more written as they are watched', 'growing', 'live'),
  pageRow('long', '100,000 long rows with colored code, dragged end to end', 'heavy', 'drag'),
];
