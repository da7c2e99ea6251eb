import { rowMark, rowMarks, type RowMark, type ShownFact } from './rowMark.ts';

/** A whole session in a limited number of bins, by time if the log dates its rows. */
export interface TimelineBins {
  readonly by: 'time' | 'order';
  readonly rows: number;
  /** Of each bin, the number of rows before it: its own end where the next one begins. */
  readonly starts: readonly number[];
  /** By time, when the first row of each bin was written, or the last before it; epoch ms. */
  readonly times: readonly number[];
  /** Of each bin, how many rows have each of `rowMarks`, and then how many of them failed. */
  readonly counts: readonly number[];
  /** Idle times that are shown shorter than they were, in order; each is at least a bin wide. */
  readonly gaps: readonly TimelineGap[];
}

export interface TimelineGap {
  readonly bin: number;
  readonly bins: number;
  readonly ms: number;
}

/** Columns of `counts`: a mark each, and failures. */
export const timelineColumns = rowMarks.length + 1;
export const failedColumn = rowMarks.length;

const columnOf = new Map<RowMark, number>(rowMarks.map((mark, column) => [mark, column]));

/** After a longer pause, the user was away. In milliseconds. */
const idleMs = 5 * 60_000;

/** Width of one gap, and at most of all of them, as shares of the time at work. */
const gapShare = { one: 0.03, all: 0.25 };

type Dated = Pick<ShownFact, 'time' | 'durationMs'>;

/** Divides the time between rows into work and idleness. A clock that was set back stands still. */
class WorkClock {
  #time: number | undefined;
  /** The end of the last call, if the log says how long it took. */
  #until = -Infinity;

  /** ms since the row before: at work, and idle if that was long enough to be a gap. */
  pass({ time, durationMs = 0 }: Dated): { readonly work: number; readonly idle: number } {
    const last = this.#time;
    if (time === undefined) {
      return atOnce;
    }
    const until = this.#until;
    const isForward = last !== undefined && time > last;
    this.#time = time;
    this.#until = Math.max(isForward ? until : time, time + durationMs);
    if (!isForward) {
      return atOnce;
    }
    const idle = time - until;
    return idle > idleMs ? { work: time - last - idle, idle } : { work: time - last, idle: 0 };
  }
}

const atOnce = { work: 0, idle: 0 };

/** How long a session is, which has to be known before its rows can be put into bins. */
export class TimelineScale {
  rows = 0;
  /** ms at work. */
  work = 0;
  gaps = 0;
  /** When the first dated row was written. */
  begin: number | undefined;
  #dated = 0;
  readonly #clock = new WorkClock();

  add(row: Dated): void {
    const { work, idle } = this.#clock.pass(row);
    this.rows += 1;
    this.work += work;
    this.gaps += idle > 0 ? 1 : 0;
    this.#dated += row.time === undefined ? 0 : 1;
    this.begin ??= row.time;
  }

  /** Rows without a time are shown with the row before, which must not be most of them. */
  get by(): TimelineBins['by'] {
    return this.#dated * 2 >= this.rows && this.work + this.gaps > 0 ? 'time' : 'order';
  }

  /** Length of a gap in ms of work. */
  get gap(): number {
    if (this.work === 0) {
      return 1;
    }
    return this.work * Math.min(gapShare.one, gapShare.all / Math.max(1, this.gaps));
  }
}

/** Puts rows into bins, in order; the scale must have seen the same rows. */
export class TimelineBuilder {
  readonly #bins: number;
  readonly #length: number;
  readonly #starts: number[] = [];
  readonly #times: number[] = [];
  readonly #counts: number[];
  readonly #gaps: TimelineGap[] = [];
  readonly #clock = new WorkClock();
  #rows = 0;
  /** Where the last row is, in ms of work and gaps. */
  #at = 0;
  #bin = 0;
  #time: number;

  /** @param bins at most; by order, no more than there are rows. */
  constructor(
    private readonly scale: TimelineScale,
    bins: number,
  ) {
    this.#bins = scale.by === 'time' ? bins : Math.min(bins, Math.max(1, scale.rows));
    this.#length = scale.work + scale.gaps * scale.gap;
    this.#counts = new Array<number>(this.#bins * timelineColumns).fill(0);
    this.#time = scale.begin ?? 0;
  }

  add(row: ShownFact): void {
    const bin = this.scale.by === 'time' ? this.#binByTime(row) : this.#binByOrder();
    this.#fill(bin + 1, row.time);
    this.#count(bin, columnOf.get(rowMark(row)) ?? 0);
    if (row.state === 'failed') {
      this.#count(bin, failedColumn);
    }
    this.#rows += 1;
    this.#bin = bin;
  }

  finish(): TimelineBins {
    this.#fill(this.#bins, undefined);
    const { by, rows } = this.scale;
    return {
      by,
      rows,
      starts: this.#starts,
      times: by === 'time' ? this.#times : [],
      counts: this.#counts,
      gaps: this.#gaps,
    };
  }

  #binByTime(row: ShownFact): number {
    const { work, idle } = this.#clock.pass(row);
    this.#at += work;
    if (idle > 0) {
      const before = Math.max(this.#bin, this.#binAt(this.#at));
      this.#at += this.scale.gap;
      const bins = this.#binAt(this.#at) - before - 1;
      if (bins > 0) {
        this.#gaps.push({ bin: before + 1, bins, ms: idle });
      }
    }
    return this.#binAt(this.#at);
  }

  #binAt(at: number): number {
    return Math.min(this.#bins - 1, Math.floor((at / this.#length) * this.#bins));
  }

  #binByOrder(): number {
    return Math.floor((this.#rows * this.#bins) / this.scale.rows);
  }

  /** Begins the bins up to `end`; those passed over stay empty. */
  #fill(end: number, time: number | undefined): void {
    while (this.#starts.length < end) {
      const isOwn = this.#starts.length === end - 1;
      this.#time = isOwn ? (time ?? this.#time) : this.#time;
      this.#starts.push(this.#rows);
      this.#times.push(this.#time);
    }
    this.#time = time ?? this.#time;
  }

  #count(bin: number, column: number): void {
    const at = bin * timelineColumns + column;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }
}
