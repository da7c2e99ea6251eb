import { dayOf } from '#core/numbers/days.ts';
import {
  addCounts,
  noCounts,
  type Counts,
  type NumbersCell,
  type Sum,
} from '#core/numbers/numbers.ts';
import { quarter } from '../tally/quarters.ts';

/** Foreign text may name any number of models and days: what comes after that is unknown. */
const mostCells = 5_000;

type GrowingCell = Sum & Pick<NumbersCell, 'day' | 'model' | 'isSubAgent'>;

/** Sums by day and model. */
export class Cells {
  readonly #cells = new Map<string, GrowingCell>();
  #last = { quarter: NaN, day: '' };

  /** @param fallback epoch ms of a session whose log does not date lines. */
  constructor(
    private readonly fallback: number,
    private readonly isSubAgent = false,
  ) {}

  add(time: number | undefined, model: string, counts: Partial<Counts>): void {
    const day = this.dayOf(time);
    addCounts(this.#cells.get(`${day} ${model}`) ?? this.#newCell(day, model), counts);
  }

  #newCell(day: string, model: string): GrowingCell {
    const isFull = this.#cells.size >= mostCells;
    const key = isFull ? '' : `${day} ${model}`;
    const named = isFull ? { day: '', model: '' } : { day, model };
    const cell = this.#cells.get(key) ?? { ...noCounts, ...named, isSubAgent: this.isSubAgent };
    this.#cells.set(key, cell);
    return cell;
  }

  all(): readonly NumbersCell[] {
    return [...this.#cells.values()];
  }

  /** Rows come by the million, and mostly one after the other. */
  dayOf(time = this.fallback): string {
    const at = Math.floor(time / quarter);
    if (at !== this.#last.quarter) {
      this.#last = { quarter: at, day: dayOf(time) };
    }
    return this.#last.day;
  }
}
