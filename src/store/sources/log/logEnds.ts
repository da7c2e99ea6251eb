import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogHints } from '#agents/contract/sources.ts';
import type { SessionEvent } from '#core/event.ts';
import { lineFeed, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { decodeRaw, type LineContent } from '#core/replay/logIndex.ts';
import { hasWords, isTelling } from '#core/summary.ts';
import {
  readRange,
  success,
  type FileFailure,
  type OpenFile,
  type Result,
} from '../../disk/fileSystem.ts';
import { isOtherFile } from './otherFile.ts';
import { RareText } from './rareText.ts';
import { maxUntold } from './recogniseLog.ts';
import { isWhole } from './wholeLine.ts';

/** First look at each end: it holds the first message of nearly every session, or the last. */
export const lookBytes = 4 * 1024;
/** How far either end is looked into in search of a user message, a date and names. */
export const endBytes = 16 * 1024;
/** A log of this size is looked into from either end as a whole. */
export const smallLog = 2 * endBytes;
/** Either end grows, by doubling, to no more than this in search of a user message or of a date. */
export const maxEndBytes = 1024 * 1024;

/** Lines that are looked at; what should be a record and is none counts for what the errors cost. */
const maxLooks = 20_000;
const looksOfProblem = 20;

/** What the two ends of a log say. */
export interface LogEnds {
  /** Whose log it is by its first lines; by its place where these tell nothing. */
  readonly adapter: AgentAdapter;
  /** Number of the line that told the adapter. */
  readonly recognisedBy: number | undefined;
  /**
   * Events from the beginning to the first user message that says what the session is about, and
   * names and starts of the session after that.
   */
  readonly head: readonly SessionEvent[];
  /** Names of the session near the end. */
  readonly tail: readonly SessionEvent[];
  readonly tornPreview: string | undefined;
  /** Highest sequence number; 0 where there is none, undefined where the tail was too short for it. */
  readonly lastSeq: number | undefined;
  /** Epoch ms; the last change. Undefined where the format dates no lines or the tail has no date. */
  readonly lastTime: number | undefined;
  /** None of the lines that were looked at is a dated change of the session. */
  readonly isUndated: boolean;
  /** The log is a header and nothing more. */
  readonly isEmpty: boolean;
}

/** What an adapter tells the list of its logs. */
export function hintsOf({ sources }: AgentAdapter): LogHints {
  for (const source of sources) {
    if (source.kind === 'log') {
      return source.hints ?? {};
    }
  }
  return {};
}

/**
 * Reads a log's beginning up to the first user message and its end back to the last date, and decodes
 * no line in between.
 *
 * @param place the adapter whose log it is by its place.
 * @param adapters all there are.
 * @returns undefined for a file that is plainly no log of any agent.
 */
export function readEnds(
  file: OpenFile,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
): Result<LogEnds | undefined> {
  try {
    const log = new LogBytes(file);
    const told = recognise(log, place, adapters);
    if (told === undefined) {
      const other = isOtherFile(file, place);
      if (!other.ok || other.value) {
        return other.ok ? success(undefined) : other;
      }
    }
    return success(endsOf(log, told, told?.adapter ?? place));
  } catch (error) {
    if (error instanceof Unreadable) {
      return { ok: false, failure: error.failure };
    }
    throw error;
  }
}

function endsOf(log: LogBytes, told: Told | undefined, adapter: AgentAdapter): LogEnds {
  const lines = new SeenLines(adapter);
  const head = readHead(log, lines);
  const tail = readTail(log, lines);
  return {
    adapter,
    recognisedBy: told?.line,
    head: [...head.events, ...laterStarts(log, adapter)],
    tail: tail.names,
    tornPreview: head.tornPreview,
    lastSeq: lines.lastSeq === 0 || lines.lastTold >= tail.numbersFrom ? lines.lastSeq : undefined,
    lastTime: lines.lastDated < tail.start ? undefined : lines.lastTime,
    isUndated: lines.lastTime === undefined,
    isEmpty:
      told !== undefined &&
      told.end + 1 >= log.size &&
      head.events.some(({ kind }) => kind === 'sessionStart'),
  };
}

interface Told {
  readonly adapter: AgentAdapter;
  /** Number of the line that told. */
  readonly line: number;
  /** Where it ends. */
  readonly end: number;
}

/**
 * Whose log it is by the first lines. Headers of several agents look alike, so that the adapter of
 * the place has the first word on each record.
 */
function recognise(
  log: LogBytes,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
): Told | undefined {
  let line = 0;
  for (const raw of log.firstLines(log.endLimit)) {
    line += 1;
    for (const record of readRecords(raw.bytes, raw.source).records) {
      const adapter = place.recognises(record)
        ? place
        : adapters.find((candidate) => candidate.recognises(record));
      if (adapter !== undefined) {
        return {
          adapter,
          line,
          end: raw.source.offset + raw.source.length + (raw.windowsEnd ? 1 : 0),
        };
      }
    }
    if (line === maxUntold) {
      break;
    }
  }
  return undefined;
}

interface Head {
  readonly events: readonly SessionEvent[];
  readonly tornPreview: string | undefined;
}

/**
 * Up to a message that tells what the session is about. With any words of the user the head grows no
 * more for better ones: what follows a command may be all work that it began.
 */
function readHead(log: LogBytes, lines: SeenLines): Head {
  const events: SessionEvent[] = [];
  let rest = 0;
  for (let end = log.endLimit; ; end = Math.min(2 * end, maxEndBytes)) {
    for (const raw of log.firstLines(end, rest)) {
      const found = lines.take(raw).events;
      events.push(...found);
      rest = raw.source.offset + raw.source.length + 1;
      if (
        lines.isSpent ||
        found.some((event) => event.kind === 'userMessage' && isTelling(event))
      ) {
        const { nameMark } = hintsOf(lines.adapter);
        const window = nameMark === undefined ? noBytes : log.head(end);
        const names = lines.names(window, rest, 0, end >= log.size);
        return { events: [...events, ...names], tornPreview: undefined };
      }
    }
    if (end >= log.size || end >= maxEndBytes || events.some(isWorded)) {
      const torn = rest < log.size ? log.head(end).subarray(rest) : undefined;
      const { previewOfTornLine } = hintsOf(lines.adapter);
      const tornPreview = torn && previewOfTornLine?.(new TextDecoder().decode(torn));
      return { events, tornPreview };
    }
  }
}

function isWorded(event: SessionEvent): boolean {
  return event.kind === 'userMessage' && hasWords(event);
}

/** Starts of the session after the log's first line, as far as the first look at both ends goes. */
function laterStarts(log: LogBytes, adapter: AgentAdapter): readonly SessionEvent[] {
  const { startMark } = hintsOf(adapter);
  if (startMark === undefined) {
    return [];
  }
  const isOneLook = log.size <= 2 * lookBytes;
  const head = log.head(isOneLook ? log.size : lookBytes);
  const parts = [
    head.subarray(head.indexOf(lineFeed) + 1 || head.length),
    ...(isOneLook ? [] : [log.tail(log.size - lookBytes)]),
  ];
  return parts
    .flatMap((part) => linesWith(startMark, part, 0, 0))
    .flatMap((raw) => decodeRaw(raw, adapter.decode).events)
    .filter(({ kind }) => kind === 'sessionStart');
}

interface Tail {
  readonly names: readonly SessionEvent[];
  /** Where it begins in the log. */
  readonly start: number;
  /** How far back numbers were looked for. */
  readonly numbersFrom: number;
}

/**
 * The last lines, back to one that is numbered or dated; and names of the session. Something long at
 * the end, as a tool's output, may leave no dated line in reach, and the beginning's date would be far
 * too early: the tail grows for one. Numbers alone put sessions of one moment in order, which is worth
 * no more than the first look; where there are two, `lastSeq` looks farther.
 */
function readTail(log: LogBytes, lines: SeenLines): Tail {
  const isOneLook = log.size <= 2 * lookBytes;
  const isNumbered = () => lines.lastTime === undefined && lines.lastSeq > 0;
  const least = log.size <= smallLog ? 0 : log.size - endBytes;
  const numbersFrom = isNumbered() && !isOneLook ? log.size - lookBytes : least;
  lines.takeLast(log, numbersFrom);
  let start = least;
  while (
    lines.lastTime !== undefined &&
    lines.lastDated < start &&
    log.size - start < maxEndBytes &&
    !lines.isSpent
  ) {
    start = Math.max(0, log.size - 2 * (log.size - start));
    lines.takeLast(log, start);
  }
  const { nameMark } = hintsOf(lines.adapter);
  const window = nameMark === undefined ? noBytes : log.tail(start);
  const first = start === 0 ? 0 : window.indexOf(lineFeed) + 1 || window.length;
  return { names: lines.names(window, first, start, true), start, numbersFrom };
}

/** What lines of a log tell the list, gathered line by line. */
class SeenLines {
  readonly adapter: AgentAdapter;
  /** Highest sequence number seen; 0 where there is none. */
  lastSeq = 0;
  /** The latest date, epoch ms, and where the last line with a date begins in the log. */
  lastTime: number | undefined;
  lastDated = 0;
  /** Where the last line begins in the log that told a number or a date. */
  lastTold = -1;
  #looks = 0;

  constructor(adapter: AgentAdapter) {
    this.adapter = adapter;
  }

  /** Enough was looked at: nobody waits for more of a log that is garbage. */
  get isSpent(): boolean {
    return this.#looks > maxLooks;
  }

  take(raw: RawLine): LineContent {
    const content = decodeRaw(raw, this.adapter.decode);
    const { seqs, changedAt, problems } = content;
    const failures = problems.filter(({ code }) => code === 'badJson').length;
    this.#looks += 1 + looksOfProblem * failures;
    if (seqs.length > 0 || changedAt !== undefined) {
      this.lastSeq = Math.max(this.lastSeq, ...seqs);
      this.lastTold = Math.max(raw.source.offset, this.lastTold);
    }
    if (changedAt !== undefined) {
      this.lastTime = Math.max(changedAt, this.lastTime ?? changedAt);
      this.lastDated = Math.max(raw.source.offset, this.lastDated);
    }
    return content;
  }

  /** Takes whole lines from the last one back to one that tells a number or a date. */
  takeLast(log: LogBytes, from: number): void {
    const bytes = log.tail(from);
    const first = from === 0 ? 0 : bytes.indexOf(lineFeed) + 1;
    if (from > 0 && first === 0) {
      return;
    }
    for (let end = bytes.length; end > first && !this.isSpent;) {
      const start = Math.max(first, bytes.lastIndexOf(lineFeed, end - 1) + 1);
      const raw = lineOf(bytes, start, end, from);
      if (end < bytes.length || isWhole(raw)) {
        const { seqs, changedAt } = this.take(raw);
        if (seqs.length > 0 || changedAt !== undefined) {
          return;
        }
      }
      end = start - 1;
    }
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

/** The two ends of a log, read as far as somebody asks and nothing twice. */
class LogBytes {
  readonly size: number;
  readonly #file: OpenFile;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);

  constructor(file: OpenFile) {
    this.#file = file;
    this.size = file.stat.size;
  }

  /** How far the head is looked into first. */
  get endLimit(): number {
    return this.size <= smallLog ? this.size : endBytes;
  }

  /** The bytes up to a place, as far as the log has them. */
  head(to: number): Buffer {
    const end = Math.min(to, this.size);
    if (this.#head.length < end) {
      // A short log is read in one go.
      const wanted = end <= lookBytes && this.size <= 2 * lookBytes ? this.size : end;
      this.#head = Buffer.concat([this.#head, this.#read(this.#head.length, wanted)]);
    }
    return this.#head.subarray(0, end);
  }

  /** The bytes from a place on. */
  tail(from: number): Buffer {
    const start = Math.max(0, from);
    const { length } = this.#tail;
    if (this.#head.length >= this.size) {
      return this.#head.subarray(start);
    }
    if (length < this.size - start) {
      this.#tail = Buffer.concat([this.#read(start, this.size - length), this.#tail]);
    }
    return this.#tail.subarray(Math.max(0, this.#tail.length - (this.size - start)));
  }

  /** Whole lines from a place on, read as they are asked for. */
  *firstLines(to: number, from = 0): Generator<RawLine> {
    const end = Math.min(to, this.size);
    let start = from;
    for (let have = Math.min(end, Math.max(this.#head.length, lookBytes)); ;) {
      const bytes = this.head(have);
      const feed = bytes.indexOf(lineFeed, start);
      if (feed >= 0) {
        yield lineOf(bytes, start, feed, 0);
        start = feed + 1;
      } else if (have < end) {
        have = end;
      } else {
        const last = lineOf(bytes, start, bytes.length, 0);
        if (end >= this.size && start < bytes.length && isWhole(last)) {
          yield last;
        }
        return;
      }
    }
  }

  #read(start: number, end: number): Buffer {
    const read = readRange(this.#file, start, end);
    if (!read.ok) {
      throw new Unreadable(read.failure);
    }
    return read.value;
  }
}

class Unreadable extends Error {
  readonly failure: FileFailure;

  constructor(failure: FileFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

const noBytes = Buffer.alloc(0);
const carriageReturn = 0x0d;

/** @param shift of `bytes` in the log. */
function lineOf(bytes: Buffer, start: number, end: number, shift: number): RawLine {
  const windowsEnd = end > start && bytes[end - 1] === carriageReturn;
  const line = bytes.subarray(start, windowsEnd ? end - 1 : end);
  return {
    bytes: line,
    source: { line: 1, offset: start + shift, length: line.length },
    windowsEnd,
  };
}

/** Lines that hold a text, from a place on; the last may lack its end. @param shift see `lineOf`. */
export function linesWith(text: string, bytes: Buffer, from: number, shift: number): RawLine[] {
  const search = searchFor(text);
  const lines: RawLine[] = [];
  for (let at = from; ;) {
    const found = search.find(bytes, at, bytes.length);
    if (found < 0) {
      return lines;
    }
    const feed = bytes.indexOf(lineFeed, found);
    const end = feed < 0 ? bytes.length : feed;
    lines.push(lineOf(bytes, Math.max(at, bytes.lastIndexOf(lineFeed, found) + 1), end, shift));
    at = end + 1;
  }
}

const searches = new Map<string, RareText>();

/** Each adapter has its marks, and there are thousands of lines to search. */
function searchFor(mark: string): RareText {
  const search = searches.get(mark) ?? new RareText(mark);
  searches.set(mark, search);
  return search;
}
