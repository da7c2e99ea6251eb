import { readRecords } from '#core/jsonl/readRecords.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { goValueOf } from '../../toolbox/goFields.ts';
import type { LogWriter } from '../../contract/logWriter.ts';
import { namespaceOf } from '../namespace.ts';
import { copyLine } from './copyLine.ts';
import { eventLine, startLine } from './keenLines.ts';

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
