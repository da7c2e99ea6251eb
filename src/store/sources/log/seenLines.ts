import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { DecodeRecord } from '#core/events/decodedLine.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { lineFeed, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { decodeRaw, type LineContent, type RawRecord } from '#core/jsonl/rawRecord.ts';
import { looksAt, maxLooks } from '../records/source.ts';
import { lineOf, linesWith, type LogBytes } from './logBytes.ts';
import { hintsOf } from './logHints.ts';
import { isWhole } from './wholeLine.ts';

/** What lines of a log tell the list, gathered line by line. */
export class SeenLines {
  isNumbered = false;
  /** The date of the first dated line, epoch ms. */
  firstTime: number | undefined;
  /** A line cannot be read, whatever it said. */
  isDamaged = false;
  /** The latest date, epoch ms, and where the last line with a date begins in the log. */
  lastTime: number | undefined;
  lastDated = 0;
  #looks = 0;

  /** @param decode of records in the order of the log, its head before its tail. */
  constructor(
    readonly adapter: AgentAdapter,
    private readonly decode: DecodeRecord,
  ) {}

  /** Enough was looked at: more of a log that is garbage is not worth a wait. */
  get isSpent(): boolean {
    return this.#looks > maxLooks;
  }

  take(raw: RawRecord): LineContent {
    const content = decodeRaw(raw, this.decode);
    const { seqs, changedAt, problems } = content;
    this.#looks += looksAt(problems);
    this.isNumbered ||= seqs.length > 0;
    this.isDamaged ||= problems.length > 0;
    this.#date(changedAt, raw.source.offset);
    return content;
  }

  /** When a line changed the session, by its looks if they tell. */
  #changedAt(raw: RawLine, text: string): number | undefined {
    const changedAt = hintsOf(this.adapter).changeIn?.(text);
    this.#date(changedAt, raw.source.offset);
    return changedAt ?? this.take(raw).changedAt;
  }

  #date(changedAt: number | undefined, offset: number): void {
    if (changedAt !== undefined) {
      this.firstTime ??= changedAt;
      this.lastTime = Math.max(changedAt, this.lastTime ?? changedAt);
      this.lastDated = Math.max(offset, this.lastDated);
    }
  }

  /** Takes whole lines from the last one back to one that has a date. @returns whether one has. */
  takeLast(log: LogBytes, from: number): boolean {
    const bytes = log.tail(from);
    const first = from === 0 ? 0 : bytes.indexOf(lineFeed) + 1;
    if (from > 0 && first === 0) {
      return false;
    }
    for (let end = bytes.length; end > first && !this.isSpent;) {
      const start = Math.max(first, bytes.lastIndexOf(lineFeed, end - 1) + 1);
      const raw = lineOf(bytes, start, end, from);
      if (
        (end < bytes.length || isWhole(raw)) &&
        this.#changedAt(raw, bytes.toString('latin1', start, start + raw.source.length)) !==
          undefined
      ) {
        return true;
      }
      end = start - 1;
    }
    return false;
  }

  /**
   * Names that whole lines give the session.
   *
   * @param start of the first whole line in `bytes`, which begin at `shift` in the log.
   * @param isEnd the log ends with them.
   */
  names(bytes: Buffer, start: number, shift: number, isEnd: boolean): readonly SessionEvent[] {
    const { nameMark } = hintsOf(this.adapter);
    return nameMark === undefined
      ? []
      : linesWith(nameMark, bytes, start, shift)
          .filter((raw) => {
            const end = raw.source.offset - shift + raw.source.length;
            return end < bytes.length || (isEnd && isWhole(raw));
          })
          .flatMap((raw) => this.take(raw).events)
          .filter(({ kind }) => kind === 'sessionTitle');
  }
}
