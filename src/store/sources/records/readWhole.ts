import type { Pacer } from '#base/pacer.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import { success, type Result } from '../../disk/fileSystem.ts';
import type { SessionSource } from './source.ts';

/**
 * Reads a session once, from its first record to its last, giving way to other work. One that is
 * replaced meanwhile is read as far as it was there.
 *
 * @param take gets each record; returns how much work that was, see `workOf`.
 * @throws the pacer's reason when aborted.
 */
export async function readWhole(
  source: SessionSource,
  take: (raw: RawRecord) => number,
  pacer: Pacer,
): Promise<Result<undefined>> {
  const reading = source.read();
  for (;;) {
    const progress = reading.next(take, false);
    if (!progress.ok) {
      return progress;
    }
    if (progress.value !== 'more') {
      break;
    }
    await pacer.pauseIfDue();
  }
  const tail = reading.tail();
  if (tail !== undefined) {
    take(tail);
  }
  return success(undefined);
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
