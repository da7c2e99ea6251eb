import type { DecodedLine, DecodeRecord } from '#core/events/decodedLine.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import { buildProblemRow, buildRow } from '#core/rows/buildRow.ts';
import type { Row } from '#core/rows/row.ts';
import { noLimits, type TextLimits } from '#core/text/longText.ts';

/**
 * A format for core tests: each line is `{"n": seq, "events": [...]}` with events in core's own
 * form, so that only core is tested and no adapter.
 */
export const decodeSample: DecodeRecord = (record): DecodedLine => ({
  events: Array.isArray(record.events) ? (record.events as SessionEvent[]) : [],
  problems: [],
  ...(typeof record.n === 'number' ? { seq: record.n } : {}),
});

export function sampleLog(...lines: readonly (readonly SessionEvent[] | string)[]): string {
  return lines
    .map((line, index) =>
      typeof line === 'string' ? line : JSON.stringify({ n: index + 1, events: line }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

export interface Indexed {
  readonly index: LogIndex;
  readonly lines: readonly RawLine[];
}

/**
 * Indexes bytes pushed in the given pieces; an unfinished last line counts as a line at the end.
 */
export function indexPieces(
  pieces: readonly Uint8Array[],
  decode: DecodeRecord = decodeSample,
): Indexed {
  const splitter = new LineSplitter();
  const index = new LogIndex(decode);
  const lines: RawLine[] = [];
  for (const piece of pieces) {
    lines.push(...splitter.push(piece));
  }
  const tail = splitter.tail();
  if (tail !== undefined) {
    lines.push(tail);
  }
  for (const line of lines) {
    index.push(line);
  }
  return { index, lines };
}

export function indexText(text: string, decode: DecodeRecord = decodeSample): Indexed {
  return indexPieces([new TextEncoder().encode(text)], decode);
}

/** All rows, built from lines decoded again, as by the reader. */
export function rowsOf(
  { index, lines }: Indexed,
  decode: DecodeRecord = decodeSample,
  limits: TextLimits = noLimits,
): Row[] {
  const eventsOf = lineEvents(lines, decode);
  const { rows } = index.transcript;
  return Array.from({ length: rows.length }, (_, at) => {
    const ref = rows.get(at);
    if (ref === undefined) {
      throw new Error(`No row ${at}.`);
    }
    const problem = ref.kind === 'problem' ? index.problems[ref.event] : undefined;
    if (problem !== undefined) {
      return buildProblemRow(ref, problem);
    }
    const source = index.lines.get(ref.line);
    const event = eventsOf(ref.line)[ref.event];
    if (source === undefined || event === undefined) {
      throw new Error(`Row ${at} points at nothing.`);
    }
    const end = ref.endLine === 0 ? undefined : eventsOf(ref.endLine)[ref.endEvent];
    const row = buildRow(ref, { source, event, end }, limits);
    if (row === undefined) {
      throw new Error(`Row ${at} cannot be built.`);
    }
    return row;
  });
}

export function messagesOf({ index, lines }: Indexed, decode: DecodeRecord = decodeSample) {
  return index.conversation.read(0, index.conversation.messages, lineEvents(lines, decode));
}

function lineEvents(lines: readonly RawLine[], decode: DecodeRecord) {
  const cache = new Map<number, readonly SessionEvent[]>();
  return (line: number): readonly SessionEvent[] => {
    let events = cache.get(line);
    const raw = lines[line - 1];
    if (events === undefined && raw !== undefined) {
      const alone = new LogIndex(decode);
      events = alone.push(raw).events;
      cache.set(line, events);
    }
    return events ?? [];
  };
}
