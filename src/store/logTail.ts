import type { SessionEvent } from '#core/event.ts';
import {
  add,
  hasUserMessage,
  isWholeLine,
  lineFeed,
  readNames,
  type EndLines,
} from './endLines.ts';
import { tailIn, type EndsBuffer, type TailWindow } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from './fileSystem.ts';

/** The tail grows, by doubling, to no more than this in search of a date, where lines are dated. */
export const maxTailBytes = 1024 * 1024;

export interface Tail {
  readonly events: readonly SessionEvent[];
  readonly lastTime: number | undefined;
}

/**
 * The tail, and when the session changed last. Something long at the end, as a tool's output, may
 * leave no dated line in reach; the beginning's date would be far too early.
 */
export function readDatedTail(file: OpenFile, ends: EndsBuffer, lines: EndLines): Result<Tail> {
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
