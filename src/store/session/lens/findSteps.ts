import type { Pacer } from '#base/pacer.ts';
import { shownFact } from '#core/lens/rowMark.ts';
import { delayBetween, isStep, stopOf } from '#core/lens/steps.ts';
import type { FoundSteps, Step, StepQuery } from '#protocol/pages/page.ts';
import type { IndexedSession } from '../indexedSession.ts';
import { idOfRow, placeOfRow } from '../rowPlace.ts';
import { skimListOf } from './skimList.ts';

/** Rows per look into the filter. */
const batch = 200;

/**
 * The next steps from a row, without reading any.
 *
 * @throws the pacer's reason when aborted.
 */
export async function findSteps(
  session: Pick<IndexedSession, 'index' | 'filters' | 'runs'>,
  { filter: shown, opened = [], rowId, by, unit, stops, count }: StepQuery,
  pacer: Pacer,
): Promise<FoundSteps> {
  const { index, filters } = session;
  const { visible } = index;
  // Runs are folded, not filtered: every row of theirs is a step.
  const filter = shown === 'skim' ? 'all' : shown;
  const skimmed = shown === 'skim' ? skimListOf(session, opened) : undefined;
  const { version } = visible;
  const factOf = (row: number) => shownFact(index, visible.placeOf(row));
  const { row: from } = placeOfRow(index, rowId);
  const steps: Step[] = [];
  let place = from === undefined ? 0 : filters.placeOf(filter, from);
  let [before] = filters.rows(filter, place, 1).map(factOf);
  let delayMs = 0;
  for (;;) {
    const start = by > 0 ? place + 1 : Math.max(0, place - batch);
    const numbers = filters.rows(filter, start, by > 0 ? batch : place - start);
    if (numbers.length === 0) {
      return { steps, isEnd: true };
    }
    for (const row of by > 0 ? numbers : numbers.reverse()) {
      place += by;
      const fact = factOf(row);
      if (fact === undefined) {
        return { steps, isEnd: false };
      }
      delayMs += delayBetween(before, fact);
      const stop = stops.find((kind) => kind === stopOf(fact));
      before = fact;
      if (stop !== undefined || isStep(fact, unit)) {
        const shownAt = skimmed?.indexOf(row, false) ?? place;
        const at = { index: shownAt, rowId: idOfRow(index, row), delayMs };
        steps.push(stop === undefined ? at : { ...at, stop });
        delayMs = 0;
      }
      if (steps.length === count) {
        return { steps, isEnd: false };
      }
    }
    if (pacer.isDue) {
      await pacer.pause();
      if (version !== visible.version) {
        return { steps, isEnd: false };
      }
    }
  }
}
