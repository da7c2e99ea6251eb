import { noRuns, toolKey, type Tool, type TimeCell, type ToolCell } from '#core/numbers/times.ts';
import type { Spending } from '#core/prices/spending.ts';
import { timeParts, type TimePart } from '#core/numbers/timeSpans.ts';

type Cost = Pick<Spending, 'cost' | 'estimated'>;

type Growing<Cell> = { -readonly [Name in keyof Cell]: Cell[Name] };

/** Foreign text may name any number of tools and days: what comes after that is left out. */
const mostCells = 5_000;

/** Sums of times by day. */
export class TimeCells {
  readonly #times = new Map<string, Growing<TimeCell>>();
  readonly #tools = new Map<string, Growing<ToolCell>>();

  constructor(private readonly isSubAgent: boolean) {}

  get times(): readonly TimeCell[] {
    return [...this.#times.values()];
  }

  get tools(): readonly ToolCell[] {
    return [...this.#tools.values()];
  }

  addSpan(day: string, number: number, ms: number): void {
    const part: TimePart = timeParts[number] ?? 'idle';
    const key = `${day} ${part}`;
    const known = this.#times.get(key);
    const cell = known ?? { day, isSubAgent: this.isSubAgent, part, ms: 0 };
    cell.ms += ms;
    if (known === undefined && this.#times.size < mostCells) {
      this.#times.set(key, cell);
    }
  }

  /** What a request cost, equally to each of its calls. */
  addCost(day: string, calls: readonly Tool[], { cost, estimated = 0 }: Cost): void {
    for (const tool of cost > 0 ? calls : []) {
      const cell = this.#cellOf(day, tool);
      cell.cost += cost / calls.length;
      cell.estimated += estimated / calls.length;
    }
  }

  /** @param ms undefined if nobody knows how long it ran. */
  addRun(day: string, tool: Tool, isFailed: boolean, ms: number | undefined): void {
    const cell = this.#cellOf(day, tool);
    cell.runs += 1;
    cell.failed += isFailed ? 1 : 0;
    cell.ms += ms ?? 0;
    cell.longest = Math.max(cell.longest, ms ?? 0);
  }

  #cellOf(day: string, tool: Tool): Growing<ToolCell> {
    const key = `${day} ${toolKey(tool)}`;
    const known = this.#tools.get(key);
    const cell = known ?? { day, isSubAgent: this.isSubAgent, tool, ...noRuns };
    if (known === undefined && this.#tools.size < mostCells) {
      this.#tools.set(key, cell);
    }
    return cell;
  }
}
