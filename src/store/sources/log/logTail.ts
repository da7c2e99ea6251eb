import type { SessionEvent } from '#core/event.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { isWholeLine, readNames, type EndLines } from './endLines.ts';
import { lookBytes, tailIn, type EndsBuffer, type TailWindow } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from '../../disk/fileSystem.ts';

/** The tail grows, by doubling, to no more than this in search of a date, where lines are dated. */
export const maxTailBytes = 1024 * 1024;

export interface Tail {
  /** Names of the session. */
  readonly events: readonly SessionEvent[];
  readonly lastTime: number | undefined;
  /** Highest sequence number; undefined where there are some and the tail has none. */
  readonly lastSeq: number | undefined;
}

/**
 * The tail, and when the session changed last. Something long at the end, as a tool's output, may
 * leave no dated line in reach; the beginning's date would be far too early.
 */
export function readDatedTail(file: OpenFile, ends: EndsBuffer, lines: EndLines): Result<Tail> {
  const { size } = file.stat;
  let start = ends.tailLimit + ends.tailShift;
  const numbersFrom = tellingFrom(ends, lines) + ends.tailShift;
  let events = readTail(ends, lines);
  while (
    events.ok &&
    lines.lastTime !== undefined &&
    lines.lastDated < start &&
    size - start < maxTailBytes &&
    !lines.isSpent
  ) {
    start = Math.max(0, size - (size - start) * 2);
    const more = readRange(file, start, size);
    events = more.ok ? readTail(tailIn(more.value, start), lines) : more;
  }
  const lastTime = lines.lastDated < start ? undefined : lines.lastTime;
  const isInTail = lines.lastSeq === 0 || lines.lastTold >= numbersFrom;
  const lastSeq = isInTail ? lines.lastSeq : undefined;
  return events.ok ? success({ events: events.value, lastTime, lastSeq }) : events;
}

/** The last lines, back to one that is numbered or dated; and names of the session. */
function readTail(window: TailWindow, lines: EndLines): Result<readonly SessionEvent[]> {
  const limit = tellingFrom(window, lines);
  const last = lastEnd(window, limit);
  if (!last.ok) {
    return last;
  }
  for (let end = last.value; end >= 0 && end <= window.tailEnd;) {
    const start = lineBefore(window, end, limit);
    if (!start.ok) {
      return start;
    }
    if (start.value === undefined) {
      break;
    }
    lines.read(window.bytes, start.value, end, window.tailShift);
    if (lines.lastTold >= start.value + window.tailShift || lines.isSpent) {
      break;
    }
    end = start.value - 1;
  }
  const names: SessionEvent[] = [];
  if (lines.adapter.nameMark !== undefined) {
    const read = window.readTail();
    if (!read.ok) {
      return read;
    }
    const from = window.isSmall ? 0 : window.bytes.indexOf(lineFeed, window.tailLimit) + 1;
    readNames(window.bytes, from, last.value, window.tailShift, lines, names);
  }
  return success(names);
}

/**
 * How far back lines can tell anything. Numbers alone put sessions of one moment in order, which is
 * worth no more than the first look; where there are two, `LastSeqs` looks farther.
 */
function tellingFrom({ tailEnd, isSmall, tailLimit }: TailWindow, lines: EndLines): number {
  const isWhole = isSmall && tailEnd <= 2 * lookBytes;
  const isNumbered = lines.lastTime === undefined && lines.lastSeq > 0;
  return isNumbered && !isWhole ? tailEnd - lookBytes : tailLimit;
}

/** Where the last line ends that is whole; -1 if there is none. @param limit see `lineBefore`. */
function lastEnd(window: TailWindow, limit = window.tailLimit): Result<number> {
  const { bytes, tailEnd } = window;
  const last = lineBefore(window, tailEnd, limit);
  if (!last.ok || last.value === undefined) {
    return last.ok ? success(-1) : last;
  }
  const isTorn = last.value === tailEnd || !isWholeLine(bytes, last.value, tailEnd);
  return success(isTorn ? last.value - 1 : tailEnd);
}

/**
 * Where the line begins that ends at a place; the tail is read back for that. Undefined if it begins
 * before a limit.
 */
function lineBefore(
  window: TailWindow,
  end: number,
  limit = window.tailLimit,
): Result<number | undefined> {
  const { bytes } = window;
  let feed = end > window.tailStart ? bytes.lastIndexOf(lineFeed, end - 1) : -1;
  if (feed < window.tailStart && window.tailStart > limit) {
    const read = window.readTail();
    if (!read.ok) {
      return read;
    }
    feed = end > window.tailStart ? bytes.lastIndexOf(lineFeed, end - 1) : -1;
  }
  const isThere = feed >= Math.max(limit, window.tailStart);
  return success(isThere ? feed + 1 : window.isSmall && limit === 0 ? 0 : undefined);
}
