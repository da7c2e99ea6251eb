import { readRecords, trimmed } from '#core/jsonl/readRecords.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { goValueOf } from '../../toolbox/goFields.ts';
import type { LogWriter } from '../../contract/logWriter.ts';
import { namespaceOf } from '../namespace.ts';
import { eventLine, startLine } from './keenLines.ts';
import type { RawLine } from '#core/jsonl/lineSplitter.ts';
import type { Source } from '#core/events/decodedLine.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { decodeRecord } from '../decode.ts';
import { cutTurn } from './cutTurn.ts';
import { goInt, goStruct, goValue } from './goJson.ts';

/**
 * A line of a transcript for a fork: byte for byte, with another sequence number. Lines that Keen
 * did not write in this form (two events on one line, other white space) are rewritten. Starts are
 * left out, because Keen takes a session's ID from the last of them, and so is anything unreadable.
 */
function copyLine(line: RawLine, seq: number, lastEvent?: number): readonly string[] {
  const { records, problems } = readRecords(line.bytes, line.source);
  const isSound = problems.every(({ code }) => code === 'tooDeep');
  if (records.length === 1 && isSound && lastEvent === undefined) {
    const text = trimmed(new TextDecoder('utf-8', { ignoreBOM: true }).decode(line.bytes));
    const start = asWritten.exec(text)?.[0];
    if (start !== undefined) {
      return [`{"seq":${goInt(seq)}${text.slice(start.length)}`];
    }
  }
  const lines: string[] = [];
  for (const record of upTo(records, line.source, lastEvent)) {
    if (goValueOf(record, 'kind') !== 'session_started') {
      lines.push(renumbered(record, seq + lines.length));
    }
  }
  return lines;
}

/** How Keen starts a line of a kind that is copied. */
const asWritten = /^\{"seq":\d+(?=,"kind":"(?:user_message|assistant_turn|compaction_applied)",)/;

/** The records up to an event; a turn that continues after it is cut there. */
function upTo(
  records: readonly JsonObject[],
  source: Source,
  lastEvent: number | undefined,
): readonly JsonObject[] {
  if (lastEvent === undefined) {
    return records;
  }
  const copied: JsonObject[] = [];
  let before = 0;
  for (const record of records) {
    const { events } = decodeRecord(record, source);
    if (lastEvent < before + events.length) {
      return [...copied, cutTurn(record, lastEvent - before)];
    }
    copied.push(record);
    before += events.length;
  }
  return copied;
}

function renumbered(record: JsonObject, seq: number): string {
  const others = Object.entries(record).filter(([key]) => key.toLowerCase() !== 'seq');
  return goStruct([
    ['seq', goInt(seq)],
    ...others.map(([key, value]) => [key, goValue(value, { keepOrder: true })] as const),
  ]);
}

export const logName = 'transcript_events.jsonl';

/** keen-agent's store. Its sessions have the same format and are read-only. */
export const siblingFolder = '.keen-agent';

export function keenRoot(home: string): string | undefined {
  return home === '' ? undefined : `${trimEnd(home, '/\\')}/.keen/sessions`;
}

export const keenWriter: LogWriter = {
  root: ({ home }) => keenRoot(home),
  folderFor: namespaceOf,
  newLog: (sessionId) => [sessionId, logName],
  startLine,
  line: eventLine,
  seqOf,
  copyLine,
};

/** Damaged bytes are no error to it. */
const lenient = new TextDecoder('utf-8');
/** No real session has longer sequence numbers. */
const seqAtStart = /^\s*\{"seq":(\d{1,15})[,}]/;

/** All lines of Keen start with it, so a line of many MB need not be parsed. */
function seqOf(line: Uint8Array): number | undefined {
  const start = lenient.decode(line.subarray(0, 40));
  const found = seqAtStart.exec(start)?.[1];
  if (found !== undefined) {
    return Number(found);
  }
  let highest: number | undefined;
  for (const record of readRecords(line, { line: 0, offset: 0, length: line.length }).records) {
    const seq = goValueOf(record, 'seq');
    if (typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0) {
      highest = Math.max(highest ?? 0, seq);
    }
  }
  return highest;
}
