import type { AgentAdapter } from '#agents/adapter.ts';
import type { SessionEvent } from '#core/event.ts';
import { EndLines, recordsOf, type LogRecord } from './endLines.ts';
import { readInto, readRange, success, type OpenFile, type Result } from './fileSystem.ts';
import { isWhole } from './wholeLine.ts';

/** First look at the beginning; it holds the first message of nearly every session. */
export const headBytes = 16 * 1024;
/** The head grows, by doubling, to no more than this in search of the first user message. */
export const maxHeadBytes = 1024 * 1024;
export const tailBytes = 16 * 1024;
/** The tail grows likewise in search of a date, where the format dates its lines. */
export const maxTailBytes = 1024 * 1024;
/** Lines that may be damaged or of unknown kinds before the first that tells whose log it is. */
const maxUntold = 100;

/** What the two ends of a log say. */
export interface LogEnds {
  /** Whose log it is by its first lines; by its place where these tell nothing. */
  readonly adapter: AgentAdapter;
  /** Number of the line that told the adapter. */
  readonly recognisedBy: number | undefined;
  /** Events from the beginning to the first user message, and names of the session after that. */
  readonly head: readonly SessionEvent[];
  /** Names of the session near the end, and events from the last user message to the end. */
  readonly tail: readonly SessionEvent[];
  readonly tornPreview: string | undefined;
  /** Highest sequence number seen; 0 where there is none. */
  readonly lastSeq: number;
  /** Epoch ms; the last change. Undefined where the format dates no lines or the tail has no date. */
  readonly lastTime: number | undefined;
}

/** Room for both first looks. Decoding copies what it keeps, so one room serves all logs in turn. */
export function newScratch(): Buffer {
  return Buffer.allocUnsafeSlow(headBytes + tailBytes);
}

/**
 * Reads a log's beginning up to the first user message and its end back to the last one, and parses
 * no line that is not needed for that: with thousands of sessions, parsing costs more than reading.
 *
 * @param place the adapter whose log it is by its place.
 * @param adapters all there are.
 * @param scratch from `newScratch`; written over.
 */
export function readEnds(
  file: OpenFile,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
  scratch: Buffer,
): Result<LogEnds> {
  const { size } = file.stat;
  const isSmall = size <= headBytes + tailBytes;
  const first = readInto(file, 0, scratch.subarray(0, isSmall ? size : headBytes));
  if (!first.ok) {
    return first;
  }
  const told = recognise(first.value, isSmall, place, adapters);
  const lines = new EndLines(told?.adapter ?? place);
  const head = readHead(file, first.value, told, lines);
  if (!head.ok) {
    return head;
  }
  const last = isSmall ? first : readInto(file, size - tailBytes, scratch.subarray(headBytes));
  if (!last.ok) {
    return last;
  }
  const tail = readDatedTail(file, last.value, isSmall ? 0 : size - tailBytes, lines);
  return tail.ok
    ? success({
        adapter: lines.adapter,
        recognisedBy: told?.line,
        head: head.value.events,
        tail: tail.value.events,
        tornPreview: head.value.tornPreview,
        lastSeq: lines.lastSeq,
        lastTime: tail.value.lastTime,
      })
    : tail;
}

const lineFeed = 0x0a;

interface Told {
  readonly adapter: AgentAdapter;
  /** Number of the line that told. */
  readonly line: number;
  readonly records: readonly LogRecord[];
}

/**
 * Whose log it is by the first lines. Headers of several agents look alike, so that the adapter of
 * the place has the first word on each record.
 */
function recognise(
  bytes: Buffer,
  isWholeLog: boolean,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
): Told | undefined {
  let start = 0;
  for (let line = 1; line <= maxUntold; line += 1) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed >= 0 ? feed : isWholeLog && isWholeFrom(bytes, start) ? bytes.length : -1;
    if (end < 0) {
      return undefined;
    }
    const records = recordsOf(bytes, start, end);
    for (const record of records) {
      const adapter = place.recognises(record)
        ? place
        : adapters.find((candidate) => candidate.recognises(record));
      if (adapter !== undefined) {
        return { adapter, line, records };
      }
    }
    start = end + 1;
  }
  return undefined;
}

interface Head {
  readonly events: readonly SessionEvent[];
  readonly tornPreview: string | undefined;
}

/** @param first look at the log. */
function readHead(
  file: OpenFile,
  first: Buffer,
  told: Told | undefined,
  lines: EndLines,
): Result<Head> {
  const { size } = file.stat;
  const events: SessionEvent[] = [];
  let bytes = first;
  let start = 0;
  for (let line = 1; ;) {
    for (let end = bytes.indexOf(lineFeed, start); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const records = line === told?.line ? told.records : recordsOf(bytes, start, end);
      const found = lines.decode(records, start);
      add(found, events);
      line += 1;
      start = end + 1;
      if (hasUserMessage(found)) {
        // What was read whole is the tail, too, which counts for more.
        if (bytes.length < size) {
          readNames(bytes, start, bytes.lastIndexOf(lineFeed), 0, lines, events);
        }
        return success({ events, tornPreview: undefined });
      }
    }
    if (bytes.length >= size || bytes.length >= maxHeadBytes) {
      break;
    }
    const more = readRange(file, bytes.length, Math.min(bytes.length * 2, maxHeadBytes));
    if (!more.ok) {
      return more;
    }
    if (more.value.length === 0) {
      break;
    }
    bytes = Buffer.concat([bytes, more.value]);
  }
  if (start >= bytes.length) {
    return success({ events, tornPreview: undefined });
  }
  if (bytes.length >= size && isWholeFrom(bytes, start)) {
    add(lines.decode(recordsOf(bytes, start, bytes.length), start), events);
    return success({ events, tornPreview: undefined });
  }
  const torn = new TextDecoder().decode(bytes.subarray(start));
  return success({ events, tornPreview: lines.adapter.previewOfTornLine?.(torn) });
}

interface Tail {
  readonly events: readonly SessionEvent[];
  readonly lastTime: number | undefined;
}

/**
 * The tail, and when the session changed last. Something long at the end, as a tool's output, may
 * leave no dated line in the first look; the beginning's date would be far too early.
 *
 * @param bytes of the first look, from `offset` on.
 */
function readDatedTail(
  file: OpenFile,
  bytes: Buffer,
  offset: number,
  lines: EndLines,
): Result<Tail> {
  const { size } = file.stat;
  let start = offset;
  let events = readTail(bytes, start, lines);
  while (lines.lastTime !== undefined && lines.lastDated < start && size - start < maxTailBytes) {
    start = Math.max(0, size - (size - start) * 2);
    const more = readRange(file, start, size);
    if (!more.ok) {
      return more;
    }
    events = readTail(more.value, start, lines);
  }
  return success({ events, lastTime: lines.lastDated < start ? undefined : lines.lastTime });
}

/** Events of the last lines, from the last user message on; before that, names of the session. */
function readTail(bytes: Buffer, offset: number, lines: EndLines): readonly SessionEvent[] {
  // The window may begin within a line. At the log's own beginning it does not.
  const from = offset === 0 ? 0 : bytes.indexOf(lineFeed) + 1;
  if (offset > 0 && from === 0) {
    return [];
  }
  /** From the last line to the first. */
  const found: (readonly SessionEvent[])[] = [];
  const afterLast = bytes.lastIndexOf(lineFeed) + 1;
  let end =
    afterLast < bytes.length && isWholeFrom(bytes, Math.max(from, afterLast))
      ? bytes.length
      : afterLast - 1;
  while (end > from) {
    const start = Math.max(from, bytes.lastIndexOf(lineFeed, end - 1) + 1);
    const events = lines.read(bytes, start, end, offset);
    found.push(events);
    end = start - 1;
    if (hasUserMessage(events)) {
      break;
    }
  }
  const all: SessionEvent[] = [];
  readNames(bytes, from, end, offset, lines, all);
  for (const events of found.reverse()) {
    add(events, all);
  }
  return all;
}

/** Names that whole lines between two places give the session. */
function readNames(
  bytes: Buffer,
  from: number,
  to: number,
  offset: number,
  lines: EndLines,
  events: SessionEvent[],
): void {
  const { nameMark } = lines.adapter;
  for (let at = from; nameMark !== undefined && at < to;) {
    const mark = bytes.indexOf(nameMark, at, 'latin1');
    if (mark < 0 || mark >= to) {
      return;
    }
    const start = Math.max(from, bytes.lastIndexOf(lineFeed, mark) + 1);
    const feed = bytes.indexOf(lineFeed, mark);
    const end = feed < 0 ? to : feed;
    const found = lines.decode(recordsOf(bytes, start, end), offset + start);
    add(
      found.filter(({ kind }) => kind === 'sessionTitle'),
      events,
    );
    at = end + 1;
  }
}

function isWholeFrom(bytes: Buffer, start: number): boolean {
  const line = bytes.subarray(start);
  return isWhole({
    bytes: line,
    source: { line: 1, offset: start, length: line.length },
    windowsEnd: false,
  });
}

function hasUserMessage(events: readonly SessionEvent[]): boolean {
  for (const { kind } of events) {
    if (kind === 'userMessage') {
      return true;
    }
  }
  return false;
}

function add(events: readonly SessionEvent[], to: SessionEvent[]): void {
  for (const event of events) {
    to.push(event);
  }
}
