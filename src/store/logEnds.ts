import type { AgentAdapter, LineGlance } from '#agents/adapter.ts';
import type { SessionEvent } from '#core/event.ts';
import { EndLines, glanceAt, recordsOf, type LogRecord } from './endLines.ts';
import { tailIn, type EndsBuffer, type TailWindow } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from './fileSystem.ts';
import { isWhole } from './wholeLine.ts';

/** The head grows, by doubling, to no more than this in search of the first user message. */
export const maxHeadBytes = 1024 * 1024;
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

/**
 * Reads a log's beginning up to the first user message and its end back to the last one, and parses
 * no line that is not needed for that: with thousands of sessions, parsing costs more than reading.
 *
 * @param place the adapter whose log it is by its place.
 * @param adapters all there are.
 * @param ends where the log is read into; written over.
 */
export function readEnds(
  file: OpenFile,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
  ends: EndsBuffer,
): Result<LogEnds> {
  const opened = ends.open(file);
  const told = opened.ok ? recognise(ends, place, adapters) : opened;
  if (!told.ok) {
    return told;
  }
  const lines = new EndLines(told.value?.adapter ?? place);
  const head = readHead(file, ends, told.value, lines);
  if (!head.ok) {
    return head;
  }
  const tail = readDatedTail(file, ends, lines);
  return tail.ok
    ? success({
        adapter: lines.adapter,
        recognisedBy: told.value?.line,
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
  /** What it holds, as far as its looks told. */
  readonly glance: LineGlance | undefined;
  readonly records: readonly LogRecord[];
}

/**
 * Whose log it is by the first lines. Headers of several agents look alike, so that the adapter of
 * the place has the first word on each record.
 */
function recognise(
  ends: EndsBuffer,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
): Result<Told | undefined> {
  const { bytes } = ends;
  let start = 0;
  for (let line = 1; line <= maxUntold; line += 1) {
    const read = lineEnd(ends, start);
    if (!read.ok) {
      return read;
    }
    const isTorn = read.value === undefined;
    const end = read.value ?? ends.headEnd;
    if (isTorn && !(ends.isSmall && start < end && isWholeLine(bytes, start, end))) {
      return success(undefined);
    }
    const glance = glanceAt(place, bytes, start, end);
    if (glance?.event?.kind === 'sessionStart') {
      return success({ adapter: place, line, glance, records: [] });
    }
    const records = recordsOf(bytes, start, end);
    for (const record of records) {
      const adapter = place.recognises(record)
        ? place
        : adapters.find((candidate) => candidate.recognises(record));
      if (adapter !== undefined) {
        return success({ adapter, line, glance: undefined, records });
      }
    }
    if (isTorn) {
      return success(undefined);
    }
    start = end + 1;
  }
  return success(undefined);
}

/** Where a line of the head ends, which is read on for that; undefined if its end is not in it. */
function lineEnd(ends: EndsBuffer, start: number): Result<number | undefined> {
  const first = ends.bytes.indexOf(lineFeed, start);
  if (first >= 0 && first < ends.headEnd) {
    return success(first);
  }
  if (ends.headEnd >= ends.headLimit) {
    return success(undefined);
  }
  const read = ends.readHead();
  if (!read.ok) {
    return read;
  }
  const end = ends.bytes.indexOf(lineFeed, start);
  return success(end >= 0 && end < ends.headEnd ? end : undefined);
}

interface Head {
  readonly events: readonly SessionEvent[];
  readonly tornPreview: string | undefined;
}

function readHead(
  file: OpenFile,
  ends: EndsBuffer,
  told: Told | undefined,
  lines: EndLines,
): Result<Head> {
  const { bytes } = ends;
  const events: SessionEvent[] = [];
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = lineEnd(ends, start);
    if (!end.ok) {
      return end;
    }
    if (end.value === undefined) {
      return readLongHead(file, bytes.subarray(0, ends.headEnd), start, lines, events);
    }
    const found =
      line !== told?.line
        ? lines.read(bytes, start, end.value, 0)
        : told.glance === undefined
          ? lines.decode(told.records, start)
          : lines.take(told.glance, start);
    add(found, events);
    start = end.value + 1;
    if (hasUserMessage(found)) {
      const named = readNamesAfter(ends, start, lines, events);
      return named.ok ? success({ events, tornPreview: undefined }) : named;
    }
  }
}

/** Names after the first message. What was read whole is the tail, too, which counts for more. */
function readNamesAfter(
  ends: EndsBuffer,
  start: number,
  lines: EndLines,
  events: SessionEvent[],
): Result<undefined> {
  if (lines.adapter.nameMark === undefined || ends.isSmall) {
    return success(undefined);
  }
  const read = ends.readHead();
  if (read.ok) {
    const last = ends.bytes.lastIndexOf(lineFeed, ends.headEnd - 1);
    readNames(ends.bytes, start, last, 0, lines, events);
  }
  return read;
}

/**
 * The rest of a head without a user message up to here.
 *
 * @param first what was read so far. @param from where its last line begins, which is not whole.
 */
function readLongHead(
  file: OpenFile,
  first: Buffer,
  from: number,
  lines: EndLines,
  events: SessionEvent[],
): Result<Head> {
  const { size } = file.stat;
  let bytes = first;
  let start = from;
  while (bytes.length < size && bytes.length < maxHeadBytes) {
    const more = readRange(file, bytes.length, Math.min(bytes.length * 2, maxHeadBytes));
    if (!more.ok) {
      return more;
    }
    if (more.value.length === 0) {
      break;
    }
    bytes = Buffer.concat([bytes, more.value]);
    for (let end = bytes.indexOf(lineFeed, start); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const found = lines.read(bytes, start, end, 0);
      add(found, events);
      start = end + 1;
      if (hasUserMessage(found)) {
        readNames(bytes, start, bytes.lastIndexOf(lineFeed), 0, lines, events);
        return success({ events, tornPreview: undefined });
      }
    }
  }
  if (start >= bytes.length) {
    return success({ events, tornPreview: undefined });
  }
  if (bytes.length >= size && isWholeLine(bytes, start, bytes.length)) {
    add(lines.read(bytes, start, bytes.length, 0), events);
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
 * leave no dated line in reach; the beginning's date would be far too early.
 */
function readDatedTail(file: OpenFile, ends: EndsBuffer, lines: EndLines): Result<Tail> {
  const { size } = file.stat;
  let start = ends.tailLimit + ends.tailShift;
  let events = readTail(ends, lines);
  while (
    events.ok &&
    lines.lastTime !== undefined &&
    lines.lastDated < start &&
    size - start < maxTailBytes
  ) {
    start = Math.max(0, size - (size - start) * 2);
    const more = readRange(file, start, size);
    events = more.ok ? readTail(tailIn(more.value, start), lines) : more;
  }
  const lastTime = lines.lastDated < start ? undefined : lines.lastTime;
  return events.ok ? success({ events: events.value, lastTime }) : events;
}

/** Events of the last lines, from the last user message on; before that, names of the session. */
function readTail(window: TailWindow, lines: EndLines): Result<readonly SessionEvent[]> {
  const { bytes } = window;
  /** From the last line to the first. */
  const found: (readonly SessionEvent[])[] = [];
  const last = lineBefore(window, window.tailEnd);
  if (!last.ok || last.value === undefined) {
    return last.ok ? success([]) : last;
  }
  let end = last.value - 1;
  if (last.value < window.tailEnd && isWholeLine(bytes, last.value, window.tailEnd)) {
    end = window.tailEnd;
  }
  while (end >= 0 && end <= window.tailEnd) {
    const start = lineBefore(window, end);
    if (!start.ok) {
      return start;
    }
    if (start.value === undefined) {
      break;
    }
    const events = lines.read(bytes, start.value, end, window.tailShift);
    found.push(events);
    end = start.value - 1;
    if (hasUserMessage(events)) {
      break;
    }
  }
  const all: SessionEvent[] = [];
  if (lines.adapter.nameMark !== undefined) {
    const read = window.readTail();
    if (!read.ok) {
      return read;
    }
    const from = window.isSmall ? 0 : bytes.indexOf(lineFeed, window.tailLimit) + 1;
    readNames(bytes, from, end, window.tailShift, lines, all);
  }
  for (const events of found.reverse()) {
    add(events, all);
  }
  return success(all);
}

/**
 * Where the line begins that ends at a place; the tail is read back for that. Undefined if it begins
 * before the window.
 */
function lineBefore(window: TailWindow, end: number): Result<number | undefined> {
  const { bytes } = window;
  let feed = end > window.tailStart ? bytes.lastIndexOf(lineFeed, end - 1) : -1;
  if (feed < window.tailStart && window.tailStart > window.tailLimit) {
    const read = window.readTail();
    if (!read.ok) {
      return read;
    }
    feed = end > window.tailStart ? bytes.lastIndexOf(lineFeed, end - 1) : -1;
  }
  return success(feed >= window.tailStart ? feed + 1 : window.isSmall ? 0 : undefined);
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

function isWholeLine(bytes: Buffer, start: number, end: number): boolean {
  const line = bytes.subarray(start, end);
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
