import type { RowKind } from '#core/index/rowTable.ts';
import type { TranscriptIndex } from '#core/index/transcriptIndex.ts';
import { timeParts, timeSpans, type TimedCall, type TimeMark } from '#core/numbers/timeSpans.ts';
import type { SlowCall } from '#core/numbers/times.ts';
import { rowId } from '#core/rows/rowId.ts';
import { runOf, type CallNotes } from './callTimes.ts';
import type { IsOther } from './copiedStart.ts';
import type { ModelsByLine } from './modelsByLine.ts';
import { PackedRows } from './packed.ts';
import { timeNumber } from './quarters.ts';

/** Of one log; and what is too short to tell, ms. */
const mostSlow = 5;
const leastSlow = 10_000;

export const workKinds = ['prompt', 'call', 'failedCall'] as const;

/** A long call, with what tells copies. */
export type SlowCallAt = SlowCall & { readonly line: number; readonly key: number };

/** What is known of a log’s rows besides its index. */
export interface RowNotes {
  readonly models: ModelsByLine;
  readonly calls: CallNotes;
  /** By line; see `LogTally`. */
  readonly keys: ReadonlyMap<number, number>;
  readonly isOther: IsOther;
}

/** Prompts and calls of a log, and who had the time, as in `LogTally`. */
export class WorkRows {
  readonly #work = new PackedRows();
  readonly #marks: TimeMark[] = [];
  readonly #calls: TimedCall[] = [];
  #slow: (Omit<SlowCallAt, 'tool'> & { readonly tool: number })[] = [];
  #time: number | undefined;

  constructor(
    private readonly transcript: Pick<TranscriptIndex, 'rows' | 'facts'>,
    private readonly notes: RowNotes,
  ) {}

  /** Rows come in their order. */
  add(row: number): void {
    const { rows, facts } = this.transcript;
    const kind = rows.kind(row);
    // What is not dated was done after what is before it.
    this.#time = facts.time(row) ?? this.#time;
    const isCall = kind === 'tool' || kind === 'shell' || kind === 'plan';
    const isSaid = kind === 'user' || kind === 'assistant' || kind === 'thinking';
    if ((!isCall && !isSaid) || this.notes.isOther(rows.line(row), this.#time)) {
      return;
    }
    if (isCall) {
      this.#addCall(row, kind);
      return;
    }
    if (kind === 'user') {
      this.#addRow(row, this.notes.models.numberAfter(rows.line(row)), 'prompt', 0, 0);
    }
    const mark = this.notes.calls.mark(this.transcript, row);
    if (mark !== undefined) {
      this.#marks.push(mark);
    }
  }

  all(): {
    readonly work: string;
    readonly slow: readonly SlowCallAt[];
    readonly spans: string;
  } {
    const { tools } = this.notes.calls;
    const slow = this.#slow.map((call) => ({ ...call, tool: tools[call.tool] ?? { name: '' } }));
    return { work: this.#work.toString(), slow, spans: this.#spans() };
  }

  #addCall(row: number, kind: RowKind): void {
    const { rows } = this.transcript;
    const line = rows.line(row);
    const call = this.notes.calls.call(this.transcript, row);
    const ms = call && runOf(call);
    const what = rows.state(row) === 'failed' ? 'failedCall' : 'call';
    const lasted = ms === undefined ? 0 : ms + 1;
    const tool = this.notes.calls.toolOf(this.transcript, row);
    this.#addRow(row, this.notes.models.numberAt(line), what, tool, lasted);
    if (call === undefined) {
      return;
    }
    this.#calls.push(call);
    if (ms !== undefined && ms > (this.#slow[mostSlow - 1]?.ms ?? leastSlow)) {
      const { begin: time, title } = call;
      const id = rowId({ kind, line, event: rows.event(row) });
      this.#slow.push({ rowId: id, tool, title, time, ms, line, key: this.#keyOf(line) });
      this.#slow.sort((a, b) => b.ms - a.ms);
      this.#slow.length = Math.min(this.#slow.length, mostSlow);
    }
  }

  #addRow(
    row: number,
    model: number,
    what: (typeof workKinds)[number],
    tool: number,
    lasted: number,
  ): void {
    const { rows } = this.transcript;
    const line = rows.line(row);
    const kind = workKinds.indexOf(what);
    const time = timeNumber(this.#time);
    this.#work.add(line, time, model, this.#keyOf(line), kind, tool, lasted);
  }

  #spans(): string {
    const spans = new PackedRows();
    for (const { part, begin, end, line } of timeSpans(this.#marks, this.#calls)) {
      const ms = Math.round(end - begin);
      spans.add(line, timeNumber(begin), this.#keyOf(line), timeParts.indexOf(part), ms);
    }
    return spans.toString();
  }

  #keyOf(line: number): number {
    return this.notes.keys.get(line) ?? 0;
  }
}
