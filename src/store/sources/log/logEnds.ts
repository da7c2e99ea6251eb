import type { AgentAdapter, LineGlance } from '#agents/contract/adapter.ts';
import type { SessionEvent } from '#core/event.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import {
  add,
  EndLines,
  glanceAt,
  hasTellingMessage,
  hasWordedMessage,
  isWholeLine,
  readNames,
  recordsOf,
  readStarts,
  type LogRecord,
} from './endLines.ts';
import { headBytes, lookBytes, tailBytes, type EndsBuffer } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from '../../disk/fileSystem.ts';
import { keptShapes } from '../../list/keptShapes.ts';
import { readDatedTail } from './logTail.ts';
import { isOtherFile } from './otherFile.ts';
import type { Look } from '../../readAhead/aheadArea.ts';
import { maxUntold } from './recogniseLog.ts';

/** The head grows, by doubling, to no more than this in search of the first user message. */
export const maxHeadBytes = 1024 * 1024;

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
  /** Names of the session near the end, and events from the last user message to the end. */
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

/**
 * Reads a log's beginning up to the first user message and its end back to the last one, and parses
 * no line that is not needed for that: with thousands of sessions, parsing costs more than reading.
 *
 * @param place the adapter whose log it is by its place.
 * @param adapters all there are.
 * @param ends where the log is read into, written over; or where it was opened before.
 * @returns undefined for a file that is plainly no log of any agent.
 */
export function readEnds(
  file: OpenFile,
  place: AgentAdapter,
  adapters: readonly AgentAdapter[],
  ends: EndsBuffer,
): Result<LogEnds | undefined> {
  const opened = ends.holds(file) ? done : openEnds(file, place, ends);
  if (!opened.ok) {
    return opened;
  }
  const told = recognise(ends, place, adapters);
  const other = told === undefined ? isOtherFile(file, place) : isNone;
  if (!other.ok || other.value) {
    return other.ok ? success(undefined) : other;
  }
  const lines = new EndLines(told?.adapter ?? place);
  keptShapes.lines = lines;
  keptShapes.told = told;
  keptShapes.glance = told?.glance;
  const head = readHead(file, ends, told, lines);
  if (!head.ok) {
    return head;
  }
  const tail = readDatedTail(file, ends, lines);
  return tail.ok
    ? success({
        adapter: lines.adapter,
        recognisedBy: told?.line,
        head: [...head.value.events, ...laterStarts(ends, lines.adapter)],
        tail: tail.value.events,
        tornPreview: head.value.tornPreview,
        lastSeq: tail.value.lastSeq,
        lastTime: tail.value.lastTime,
        isUndated: lines.lastTime === undefined,
        isEmpty:
          isHeader(head.value.events) && told !== undefined && told.end + 1 >= file.stat.size,
      })
    : tail;
}

const shortLook: Look = { head: lookBytes, tail: lookBytes };
const longLook: Look = { head: headBytes, tail: tailBytes };

/** The first look at a log: what is read of every log of that place in the end is read at once. */
export function firstLook(place: AgentAdapter): Look {
  return place.nameMark === undefined ? shortLook : longLook;
}

function openEnds(file: OpenFile, place: AgentAdapter, ends: EndsBuffer): Result<unknown> {
  const { head, tail } = firstLook(place);
  return ends.open(file, head, tail);
}

const done = success(undefined);
const isNone = success(false);

interface Told {
  readonly adapter: AgentAdapter;
  /** Number of the line that told. */
  readonly line: number;
  /** Where it ends. */
  readonly end: number;
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
): Told | undefined {
  const { bytes } = ends;
  let start = 0;
  for (let line = 1; line <= maxUntold; line += 1) {
    const feed = lineEnd(ends, start);
    const end = feed < 0 ? ends.headEnd : feed;
    if (feed < 0 && !(ends.isSmall && start < end && isWholeLine(bytes, start, end))) {
      return undefined;
    }
    const glance = glanceAt(place, bytes, start, end);
    if (glance?.event?.kind === 'sessionStart') {
      return { adapter: place, line, end, glance, records: [] };
    }
    const records = recordsOf(bytes, start, end);
    for (const record of records) {
      const adapter = place.recognises(record)
        ? place
        : adapters.find((candidate) => candidate.recognises(record));
      if (adapter !== undefined) {
        return { adapter, line, end, glance: undefined, records };
      }
    }
    if (feed < 0) {
      return undefined;
    }
    start = end + 1;
  }
  return undefined;
}

/**
 * Where a line of the head ends, which is read on for that; -1 if its end is not in it. What cannot
 * be read on ends there; whoever reads it next hears why.
 */
function lineEnd(ends: EndsBuffer, start: number): number {
  let end = ends.bytes.indexOf(lineFeed, start);
  if ((end < 0 || end >= ends.headEnd) && ends.headEnd < ends.headLimit && ends.readHead().ok) {
    end = ends.bytes.indexOf(lineFeed, start);
  }
  return end < ends.headEnd ? end : -1;
}

function isHeader(events: readonly SessionEvent[]): boolean {
  return events.some(({ kind }) => kind === 'sessionStart');
}

/** Starts of the session after the log's first line, as far as the first look at both ends goes. */
function laterStarts(ends: EndsBuffer, { startMark, decode }: AgentAdapter): SessionEvent[] {
  const starts: SessionEvent[] = [];
  if (startMark !== undefined) {
    const { bytes, headEnd, tailEnd } = ends;
    const second = bytes.indexOf(lineFeed) + 1 || headEnd;
    const isWhole = ends.isSmall && tailEnd <= 2 * lookBytes;
    const headLook = Math.min(headEnd, isWhole ? tailEnd : lookBytes);
    readStarts(bytes, second, headLook, startMark, decode, starts);
    if (!isWhole) {
      readStarts(bytes, tailEnd - lookBytes, tailEnd, startMark, decode, starts);
    }
  }
  return starts;
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
    if (end < 0) {
      return readLongHead(file, bytes.subarray(0, ends.headEnd), start, lines, events);
    }
    const found =
      line !== told?.line
        ? lines.readHead(bytes, start, end, 0)
        : told.glance === undefined
          ? lines.decode(told.records, start)
          : lines.take(told.glance, start);
    add(found, events);
    start = end + 1;
    if (lines.isSpent) {
      return success({ events, tornPreview: undefined });
    }
    if (hasTellingMessage(found)) {
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
    return done;
  }
  const read = ends.readHead();
  if (read.ok) {
    const last = ends.bytes.lastIndexOf(lineFeed, ends.headEnd - 1);
    readNames(ends.bytes, start, last, 0, lines, events);
  }
  return read;
}

/**
 * The rest of a head without a telling message up to here. Is there a command, the head grows no more
 * for something better: what follows may be all work that the command began.
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
  while (bytes.length < size && bytes.length < maxHeadBytes && !hasWordedMessage(events)) {
    const more = readRange(file, bytes.length, Math.min(bytes.length * 2, maxHeadBytes));
    if (!more.ok) {
      return more;
    }
    if (more.value.length === 0) {
      break;
    }
    bytes = Buffer.concat([bytes, more.value]);
    for (let end = bytes.indexOf(lineFeed, start); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const found = lines.readHead(bytes, start, end, 0);
      add(found, events);
      start = end + 1;
      if (lines.isSpent) {
        return success({ events, tornPreview: undefined });
      }
      if (hasTellingMessage(found)) {
        readNames(bytes, start, bytes.lastIndexOf(lineFeed), 0, lines, events);
        return success({ events, tornPreview: undefined });
      }
    }
  }
  if (start >= bytes.length) {
    return success({ events, tornPreview: undefined });
  }
  if (bytes.length >= size && isWholeLine(bytes, start, bytes.length)) {
    add(lines.readHead(bytes, start, bytes.length, 0), events);
    return success({ events, tornPreview: undefined });
  }
  const torn = new TextDecoder().decode(bytes.subarray(start));
  return success({ events, tornPreview: lines.adapter.previewOfTornLine?.(torn) });
}
