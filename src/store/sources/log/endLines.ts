import type { AgentAdapter, LineGlance } from '#agents/contract/adapter.ts';
import { LineCursor } from '#agents/contract/lineCursor.ts';
import type { DecodedLine, DecodeRecord } from '#core/decodedLine.ts';
import type { SessionEvent } from '#core/event.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { readRecords, recordIn } from '#core/jsonl/readRecords.ts';
import { hasWords, isTelling } from '#core/summary.ts';
import { RareText } from './rareText.ts';
import { isWhole } from './wholeLine.ts';

export type LogRecord = Readonly<Record<string, unknown>>;

const none: readonly never[] = [];
const carriageReturn = 0x0d;

/** The JSON objects of a line that lies in `bytes` from `start` to `end`. */
export function recordsOf(bytes: Buffer, start: number, end: number): readonly LogRecord[] {
  return lineAt(bytes, start, end).records;
}

interface ReadLine {
  readonly records: readonly LogRecord[];
  /** Parts of the line that should be a record and are none. */
  readonly failures: number;
}

const emptyLine: ReadLine = { records: none, failures: 0 };

function lineAt(bytes: Buffer, start: number, end: number): ReadLine {
  if (!beginsRecord(bytes, start, end)) {
    return emptyLine;
  }
  const text = bytes.toString('utf8', start, end);
  // What is not UTF-8 is read as everywhere else.
  const record = text.includes('\uFFFD') ? undefined : recordIn(text);
  if (record !== undefined) {
    return { records: [record], failures: 0 };
  }
  const source = { line: 1, offset: start, length: end - start };
  const { records, problems } = readRecords(bytes.subarray(start, end), source);
  return { records, failures: problems.filter(({ severity }) => severity === 'lost').length };
}

/** Whether a line can hold an object: blank ones and garbage are not made texts of. */
function beginsRecord(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && ((bytes[at] ?? 0) >= beyondAscii || skipped.has(bytes[at] ?? 0))) {
    at += 1;
  }
  return bytes[at] === openBrace && at < end;
}

const openBrace = 0x7b;
/** Of these, some are white space and a byte order mark. */
const beyondAscii = 0x80;
/** White space and NUL bytes. */
const skipped: ReadonlySet<number> = new Set([0x20, 0x09, 0x0b, 0x0c, 0x0d, 0x00]);

/**
 * What the list may look at in one log, in lines; what should be a record and is none counts for as
 * many as the errors cost. Beyond, a log is listed by what was found up to there.
 */
const maxLooks = 20_000;
const looksOfFailure = 20;

/**
 * What lines of a log tell the list, gathered line by line. A line that can tell nothing but its
 * number and date is not parsed, where the adapter knows it by its looks.
 */
export class EndLines {
  readonly adapter: AgentAdapter;
  /** Highest sequence number seen; 0 where there is none. */
  lastSeq = 0;
  /** The latest date, epoch ms, and where the last line with a date begins in the log. */
  lastTime: number | undefined;
  lastDated = 0;
  /** Where the last line begins in the log that told a number or a date. */
  lastTold = -1;
  #looks = 0;
  /** No words were found for a title, which the first answer may give. */
  #wantsAnswer: boolean;
  /** The line that was decoded last: in a short log the two ends meet in one. */
  #known: { readonly offset: number; readonly events: readonly SessionEvent[] } | undefined;

  constructor(adapter: AgentAdapter) {
    this.adapter = adapter;
    this.#wantsAnswer = adapter.isTitledByAnswer === true;
  }

  /**
   * Events of a line at the beginning of the log. Its looks do not tell the words of an answer.
   *
   * @param offset of `bytes` in the log.
   */
  readHead(bytes: Buffer, start: number, end: number, offset: number): readonly SessionEvent[] {
    const events = this.#read(bytes, start, end, offset, this.#wantsAnswer);
    this.#wantsAnswer &&= !events.some(isWorded);
    return events;
  }

  /**
   * Events of a line as far as the list shows them.
   *
   * @param offset of `bytes` in the log.
   */
  read(bytes: Buffer, start: number, end: number, offset: number): readonly SessionEvent[] {
    return this.#read(bytes, start, end, offset, false);
  }

  #read(
    bytes: Buffer,
    start: number,
    end: number,
    offset: number,
    wantsAnswer: boolean,
  ): readonly SessionEvent[] {
    if (this.#known?.offset === start + offset) {
      return this.#known.events;
    }
    this.#looks += 1;
    const glance = glanceAt(this.adapter, bytes, start, end);
    if (glance !== undefined) {
      const told = this.take(glance, start + offset);
      if (told.length > 0 || !wantsAnswer) {
        return told;
      }
    }
    const { records, failures } = lineAt(bytes, start, end);
    this.#looks += looksOfFailure * failures;
    return this.decode(records, start + offset);
  }

  /** Enough was looked at: nobody waits for more of a log that is garbage. */
  get isSpent(): boolean {
    return this.#looks > maxLooks;
  }

  /** Events of a line that its looks told. @param offset of the line in the log. */
  take({ seq, changedAt, event }: LineGlance, offset: number): readonly SessionEvent[] {
    this.#number(seq, offset);
    this.#date(changedAt, offset);
    if (event === undefined) {
      return none;
    }
    const events = [event];
    this.#known = { offset, events };
    return events;
  }

  /** Events of a line's records. @param offset of the line in the log. */
  decode(records: readonly LogRecord[], offset: number): readonly SessionEvent[] {
    const events = this.#decode(records, offset);
    if (events.length > 0) {
      this.#known = { offset, events };
    }
    return events;
  }

  #decode(records: readonly LogRecord[], offset: number): readonly SessionEvent[] {
    const source = { line: 1, offset, length: 0 };
    const [record] = records;
    if (record !== undefined && records.length === 1) {
      const decoded = this.adapter.decode(record, source);
      this.#number(decoded.seq, offset);
      this.#date(changeOf(decoded), offset);
      return decoded.events;
    }
    const all = records.map((each) => this.adapter.decode(each, source));
    for (const { seq } of all) {
      this.#number(seq, offset);
    }
    const changed = all.find((decoded) => changeOf(decoded) !== undefined);
    this.#date(changed?.time, offset);
    return all.flatMap(({ events }) => events);
  }

  #number(seq: number | undefined, offset: number): void {
    if (seq !== undefined) {
      this.lastSeq = Math.max(seq, this.lastSeq);
      this.lastTold = Math.max(offset, this.lastTold);
    }
  }

  #date(changedAt: number | undefined, offset: number): void {
    if (changedAt !== undefined) {
      this.lastTime = Math.max(changedAt, this.lastTime ?? changedAt);
      this.lastDated = Math.max(offset, this.lastDated);
      this.lastTold = Math.max(offset, this.lastTold);
    }
  }
}

/** What the looks of a line in `bytes` tell; undefined if it must be decoded. */
export function glanceAt(
  { glances }: AgentAdapter,
  bytes: Buffer,
  start: number,
  end: number,
): LineGlance | undefined {
  if (glances === undefined) {
    return undefined;
  }
  cursor.enter(bytes, start, bytes[end - 1] === carriageReturn ? end - 1 : end);
  const glance = glances.read(cursor);
  if (glance === undefined || glance.isWhole === true) {
    return glance;
  }
  // Every line that is known by its looks begins with the mark or has it among its first keys.
  const search = searchFor(glances.mark);
  const first = search.standsAt(bytes, start) ? start : search.find(bytes, start, end);
  return search.find(bytes, first + glances.mark.length, end) >= 0 ? undefined : glance;
}

const cursor = new LineCursor<Buffer>({
  copy: (bytes, start, end) => Buffer.from(bytes.subarray(start, end)),
  text: (bytes, start, end) => bytes.toString('latin1', start, end),
  room: (length) => Buffer.alloc(length),
  utf8: (bytes, start, end) => bytes.toString('utf8', start, end),
});

const searches = new Map<string, RareText>();

/** Each adapter has its marks, and there are thousands of lines to search. */
function searchFor(mark: string): RareText {
  const search = searches.get(mark) ?? new RareText(mark);
  searches.set(mark, search);
  return search;
}

function changeOf({ time, isAside }: DecodedLine): number | undefined {
  return isAside === true ? undefined : time;
}

/** Where lines begin and end that hold a text, of those between two places. */
function* linesWith(
  text: string,
  bytes: Buffer,
  from: number,
  to: number,
): Generator<{ readonly start: number; readonly end: number }> {
  const search = searchFor(text);
  for (let at = from; at < to;) {
    const found = search.find(bytes, at, to);
    if (found < 0) {
      return;
    }
    const start = Math.max(at, bytes.lastIndexOf(lineFeed, found) + 1);
    const feed = bytes.indexOf(lineFeed, found);
    const end = feed < 0 ? to : Math.min(feed, to);
    yield { start, end };
    at = end + 1;
  }
}

/** Names that whole lines between two places give the session. */
export function readNames(
  bytes: Buffer,
  from: number,
  to: number,
  offset: number,
  lines: EndLines,
  events: SessionEvent[],
): void {
  const { nameMark } = lines.adapter;
  if (nameMark === undefined) {
    return;
  }
  for (const { start, end } of linesWith(nameMark, bytes, from, to)) {
    const found = lines.decode(recordsOf(bytes, start, end), offset + start);
    add(
      found.filter(({ kind }) => kind === 'sessionTitle'),
      events,
    );
  }
}

/** Starts of the session in the lines between two places. */
export function readStarts(
  bytes: Buffer,
  from: number,
  to: number,
  startMark: string,
  decode: DecodeRecord,
  starts: SessionEvent[],
): void {
  for (const { start, end } of linesWith(startMark, bytes, from, to)) {
    const source = { line: 1, offset: start, length: end - start };
    for (const record of recordsOf(bytes, start, end)) {
      add(
        decode(record, source).events.filter(({ kind }) => kind === 'sessionStart'),
        starts,
      );
    }
  }
}

export function isWholeLine(bytes: Buffer, start: number, end: number): boolean {
  const line = bytes.subarray(start, end);
  return isWhole({
    bytes: line,
    source: { line: 1, offset: start, length: line.length },
    windowsEnd: false,
  });
}

/** Whether one of them is a message that says what the session is about. */
export function hasTellingMessage(events: readonly SessionEvent[]): boolean {
  for (const event of events) {
    if (event.kind === 'userMessage' && isTelling(event)) {
      return true;
    }
  }
  return false;
}

/** Whether one of them is a message of more than images. */
export function hasWordedMessage(events: readonly SessionEvent[]): boolean {
  return events.some((event) => event.kind === 'userMessage' && hasWords(event));
}

function isWorded(event: SessionEvent): boolean {
  return event.kind === 'userMessage'
    ? hasWords(event)
    : event.kind === 'assistantText' && event.text.trim() !== '';
}

export function add(events: readonly SessionEvent[], to: SessionEvent[]): void {
  for (const event of events) {
    to.push(event);
  }
}
