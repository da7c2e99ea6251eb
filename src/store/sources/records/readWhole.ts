import type { Pacer } from '#base/pacer.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { SessionSource } from './source.ts';

/**
 * Reads a session once, from its first record to its last, giving way to other work. One that is
 * replaced meanwhile is read as far as it was there.
 *
 * @param take gets each record; returns how much work that was, see `workOf`.
 * @throws UserError if the session cannot be read; the pacer's reason when aborted.
 */
export async function readWhole(
  source: SessionSource,
  take: (raw: RawRecord) => number,
  pacer: Pacer,
): Promise<void> {
  const reading = source.read();
  while (reading.next(take, false) === 'more') {
    await pacer.pauseIfDue();
  }
  const tail = reading.tail();
  if (tail !== undefined) {
    take(tail);
  }
}

/** The values of a record, before any adapter decodes them; none if it could not be read. */
export function valuesIn(
  raw: RawRecord,
): Pick<ReturnType<typeof readRecords>, 'records' | 'problems'> {
  if ('value' in raw) {
    return { records: [raw.value], problems: [] };
  }
  return 'unread' in raw ? { records: [], problems: [] } : readRecords(raw.bytes, raw.source);
}
