import type { DecodeRecord } from '#core/events/decodedLine.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import { resultOf } from '../../disk/fileSystem.ts';
import { type SessionSource, maxLooks } from '../records/source.ts';

/** The last sequence number of a log; 0 where it has none, or cannot be read now. */
export function readLastSeq(source: SessionSource, decode: DecodeRecord): number {
  const backward = source.readBackward();
  const read = resultOf(() => {
    let looks = 0;
    let last: number | undefined;
    while (!backward.isDone && last === undefined) {
      last = backward.next((record) => {
        looks += 1;
        const { seqs } = decodeRaw(record, decode);
        return seqs.length > 0 || looks >= maxLooks
          ? seqs.reduce((highest, seq) => Math.max(highest, seq), 0)
          : undefined;
      });
    }
    return last;
  });
  return (read.ok ? read.value : undefined) ?? 0;
}
