import type { AgentAdapter } from '#agents/adapter.ts';
import type { SessionEvent } from '#core/event.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { decodeLine, type LineContent } from '#core/replay/logIndex.ts';
import { readInto, readRange, success, type OpenFile, type Result } from './fileSystem.ts';
import { recogniseLines } from './recogniseLog.ts';
import { isWhole } from './wholeLine.ts';

/** First look at the beginning; it holds the first message of nearly every session. */
export const headBytes = 16 * 1024;
/** The head grows, by doubling, to no more than this in search of the first user message. */
export const maxHeadBytes = 1024 * 1024;
export const tailBytes = 16 * 1024;
/** The tail grows likewise in search of a date, where the format dates its lines. */
export const maxTailBytes = 1024 * 1024;

/** What the two ends of a log say. */
export interface LogEnds {
  /** Whose log it is by its first lines; by its place where these tell nothing. */
  readonly adapter: AgentAdapter;
  /** Number of the line that told the adapter. */
  readonly recognisedBy: number | undefined;
  readonly head: readonly SessionEvent[];
  readonly tail: readonly SessionEvent[];
  readonly tornPreview: string | undefined;
  /** Problems in the lines that were looked at. */
  readonly problems: number;
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
 * Reads a log's beginning up to the first user message and its end back to the last one, and decodes
 * no line that is not needed for that: with thousands of sessions, parsing costs more than reading.
 *
 * @param adapters the one whose log it is by its place, then all there are.
 * @param scratch from `newScratch`; written over.
 */
export function readEnds(
  file: OpenFile,
  adapters: readonly [AgentAdapter, ...AgentAdapter[]],
  scratch: Buffer,
): Result<LogEnds> {
  const { size } = file.stat;
  const isSmall = size <= headBytes + tailBytes;
  const first = readInto(file, 0, scratch.subarray(0, isSmall ? size : headBytes));
  if (!first.ok) {
    return first;
  }
  const splitter = new LineSplitter();
  const lines = splitter.push(first.value);
  const torn = splitter.tail();
  const whole = isSmall && torn !== undefined && isWhole(torn) ? [...lines, torn] : lines;
  const recognised = recogniseLines(whole, adapters);
  const adapter = recognised?.adapter ?? adapters[0];
  const seen = new SeenLines(adapter);
  const head = readHead(file, { splitter, lines, end: first.value.length }, seen);
  if (!head.ok) {
    return head;
  }
  const tailStart = isSmall ? 0 : size - tailBytes;
  const last = isSmall ? first : readInto(file, tailStart, scratch.subarray(headBytes));
  if (!last.ok) {
    return last;
  }
  const tail = readDatedTail(file, last.value, tailStart, seen);
  if (!tail.ok) {
    return tail;
  }
  const { problems, lastSeq } = seen;
  const recognisedBy = recognised?.line;
  return success({ ...head.value, ...tail.value, problems, lastSeq, adapter, recognisedBy });
}

/** The lines of the first look, and where it ended. */
interface FirstLook {
  readonly splitter: LineSplitter;
  readonly lines: readonly RawLine[];
  readonly end: number;
}

function readHead(
  file: OpenFile,
  { splitter, ...first }: FirstLook,
  seen: SeenLines,
): Result<Pick<LogEnds, 'head' | 'tornPreview'>> {
  const events: SessionEvent[] = [];
  let { lines, end } = first;
  for (;;) {
    for (const [place, line] of lines.entries()) {
      const content = seen.decode(line);
      events.push(...content.events);
      if (content.events.some((event) => event.kind === 'userMessage')) {
        events.push(...lines.slice(place + 1).flatMap((later) => seen.names(later)));
        return success({ head: events, tornPreview: undefined });
      }
    }
    if (end >= file.stat.size || end >= maxHeadBytes) {
      break;
    }
    const next = readRange(file, end, Math.min(end * 2, maxHeadBytes));
    if (!next.ok) {
      return next;
    }
    if (next.value.length === 0) {
      break;
    }
    lines = splitter.push(next.value);
    end += next.value.length;
  }
  const torn = splitter.tail();
  if (torn === undefined) {
    return success({ head: events, tornPreview: undefined });
  }
  if (end >= file.stat.size && isWhole(torn)) {
    events.push(...seen.decode(torn).events);
    return success({ head: events, tornPreview: undefined });
  }
  return success({ head: events, tornPreview: tornPreview(torn, seen.adapter) });
}

function tornPreview(torn: RawLine, adapter: AgentAdapter): string | undefined {
  return adapter.previewOfTornLine?.(new TextDecoder().decode(torn.bytes));
}

/**
 * The tail, and when the session changed last. Something long at the end, as a tool's output, may
 * leave no dated line in the first look; the beginning's date would be far too early.
 *
 * @param bytes of the first look, from `offset` on.
 */
function readDatedTail(
  file: OpenFile,
  bytes: Uint8Array,
  offset: number,
  seen: SeenLines,
): Result<Pick<LogEnds, 'tail' | 'lastTime'>> {
  const { size } = file.stat;
  let start = offset;
  let tail = readTail(bytes, start, seen);
  while (seen.lastTime !== undefined && seen.lastDated < start && size - start < maxTailBytes) {
    start = Math.max(0, size - (size - start) * 2);
    const more = readRange(file, start, size);
    if (!more.ok) {
      return more;
    }
    tail = readTail(more.value, start, seen);
  }
  return success({ tail, lastTime: seen.lastDated < start ? undefined : seen.lastTime });
}

/** Events of the last lines, from the last user message on; before that, names of the session. */
function readTail(bytes: Uint8Array, offset: number, seen: SeenLines): SessionEvent[] {
  // The window may begin within a line. At the log's own beginning it does not.
  const from = offset === 0 ? 0 : bytes.indexOf(0x0a) + 1;
  if (offset > 0 && from === 0) {
    return [];
  }
  const splitter = new LineSplitter({ line: 1, offset: offset + from });
  const lines = splitter.push(bytes.subarray(from));
  const torn = splitter.tail();
  if (torn !== undefined && isWhole(torn)) {
    lines.push(torn);
  }
  const events: SessionEvent[] = [];
  let foundMessage = false;
  for (const line of lines.reverse()) {
    const found: readonly SessionEvent[] = foundMessage
      ? seen.names(line)
      : seen.decode(line).events;
    events.unshift(...found);
    foundMessage ||= found.some((event) => event.kind === 'userMessage');
  }
  return events;
}

/** Decodes each line once, though head and tail of a short log overlap. */
class SeenLines {
  readonly adapter: AgentAdapter;
  readonly #nameMark: Buffer | undefined;
  readonly #byOffset = new Map<number, LineContent>();
  problems = 0;
  lastSeq = 0;
  /** The latest date, and where the last line with a date begins. */
  lastTime: number | undefined;
  lastDated = 0;

  constructor(adapter: AgentAdapter) {
    this.adapter = adapter;
    this.#nameMark = adapter.nameMark === undefined ? undefined : Buffer.from(adapter.nameMark);
  }

  /** Names that a line gives the session. A line without the adapter's mark is not decoded. */
  names(line: RawLine): readonly SessionEvent[] {
    const { buffer, byteOffset, byteLength } = line.bytes;
    return this.#nameMark !== undefined &&
      Buffer.from(buffer, byteOffset, byteLength).includes(this.#nameMark)
      ? this.decode(line).events.filter(({ kind }) => kind === 'sessionTitle')
      : [];
  }

  decode(line: RawLine): LineContent {
    const known = this.#byOffset.get(line.source.offset);
    if (known !== undefined) {
      return known;
    }
    const content = decodeLine(line, this.adapter.decode);
    this.#byOffset.set(line.source.offset, content);
    this.problems += content.problems.length;
    this.lastSeq = Math.max(this.lastSeq, ...content.seqs);
    if (content.changedAt !== undefined) {
      this.lastTime = Math.max(content.changedAt, this.lastTime ?? content.changedAt);
      this.lastDated = Math.max(line.source.offset, this.lastDated);
    }
    return content;
  }
}
