import type { DecodeRecord } from '#core/events/decodedLine.ts';
import { LogIndex, type IndexMark } from '#core/index/logIndex.ts';
import type { FileStat } from '../disk/fileSystem.ts';
import {
  type ReadingProgress,
  type RecordReading,
  type SessionSource,
  workOf,
} from '../sources/records/source.ts';
import { RowContexts } from './rowContexts.ts';
import { RowFilters } from './lens/rowFilters.ts';
import { RunCounts } from './lens/runCounts.ts';
import { Outline, type OutlinePart, type OutlineRow } from '#core/lens/outline.ts';

/** The outline of the shown branch, extended as rows are added. */
class SessionOutline {
  #outline: Outline;
  #version: number;

  constructor(private readonly index: LogIndex) {
    this.#outline = this.#newOutline();
    this.#version = index.visible.version;
  }

  parts(): readonly OutlinePart[] {
    const { visible } = this.index;
    // Grows with every branch that appears, so it is asked first.
    const { length } = visible;
    if (this.#version !== visible.version) {
      this.#version = visible.version;
      this.#outline = this.#newOutline();
    }
    return this.#outline.parts(length);
  }

  /** The outline of some rows alone. @param places of the rows, in order. */
  partsOf(places: readonly number[]): readonly OutlinePart[] {
    return new Outline((at) => this.rowAt(places[at]))
      .parts(places.length)
      .map((part) => ({ ...part, place: places[part.place] ?? 0 }));
  }

  /** Must be called before the index rewinds to a mark. */
  beforeRewind({ transcript: { rows, ended } }: IndexMark): void {
    // Calls that ended after the mark are open again.
    const first = ended.reduce((least, { row }) => Math.min(least, row), rows);
    this.#outline.cut(this.index.visible.placeOf(first));
  }

  #newOutline(): Outline {
    return new Outline((place) => this.rowAt(place));
  }

  rowAt(place = -1): OutlineRow | undefined {
    const { visible, transcript } = this.index;
    const row = visible.at(place);
    const kind = visible.kind(place);
    return row === undefined || kind === undefined
      ? undefined
      : {
          kind,
          state: visible.state(place),
          fact: row < 0 ? undefined : transcript.facts.get(row),
        };
  }
}

/**
 * The index of one session on disk, extended slice by slice. It lives as long as the session only
 * grows; a session that replaces it gets a new index.
 */
export class IndexedSession {
  readonly index: LogIndex;
  readonly filters: RowFilters;
  readonly outline: SessionOutline;
  readonly runs: RunCounts;
  readonly contexts: RowContexts;
  readonly reading: RecordReading;
  #isComplete = false;
  /**
   * An unterminated last record, or the notice that the log is empty: shown, and retracted when
   * more arrives.
   */
  #provisional:
    | { readonly mark: IndexMark; readonly line: number; readonly size: number }
    | undefined;

  /** @param isForRows see `LogIndex`. */
  constructor(source: SessionSource, decode: DecodeRecord, isForRows = false) {
    this.reading = source.read();
    this.index = new LogIndex(decode, isForRows);
    this.runs = new RunCounts(this.index);
    this.filters = new RowFilters(this.index.visible, this.index.transcript.facts, this.runs);
    this.outline = new SessionOutline(this.index);
    this.contexts = new RowContexts(this.index);
  }

  /** The session's state when last read; undefined before. */
  get stat(): FileStat | undefined {
    return this.reading.stat;
  }

  /** Everything present at the last read is indexed. */
  get complete(): boolean {
    return this.#isComplete;
  }

  /**
   * Indexes the next slice.
   *
   * @param verify see `RecordReading.next`.
   * @param onRetract a provisional record was retracted.
   * @throws as `RecordReading.next`.
   */
  advance(verify: boolean, onRetract: (line: number) => void): ReadingProgress {
    const progress = this.reading.next((record) => {
      this.#retract(onRetract);
      return workOf(this.index.push(record).problems.length);
    }, verify);
    if (progress === 'replaced') {
      return progress;
    }
    this.#isComplete = progress === 'complete';
    const size = this.stat?.size ?? 0;
    if (this.#provisional?.size !== size) {
      this.#retract(onRetract);
    }
    if (this.#isComplete && this.#provisional === undefined) {
      this.#addProvisional(size);
    }
    return progress;
  }

  #addProvisional(size: number): void {
    const tail = this.reading.tail();
    if (size === 0) {
      this.#provisional = { mark: this.index.mark(), line: 1, size };
      this.index.noteEmpty();
    } else if (tail !== undefined) {
      this.#provisional = { mark: this.index.mark(), line: tail.source.line, size };
      this.index.push(tail);
      this.index.releaseHeld();
    } else if (this.index.hasHeld) {
      this.#provisional = { mark: this.index.mark(), line: this.index.lines.length, size };
      this.index.releaseHeld();
    }
  }

  #retract(onRetract: (line: number) => void): void {
    if (this.#provisional !== undefined) {
      const { mark, line } = this.#provisional;
      this.filters.beforeTruncate(mark.transcript.rows);
      this.outline.beforeRewind(mark);
      this.index.rewind(mark);
      this.#provisional = undefined;
      onRetract(line);
    }
  }
}
