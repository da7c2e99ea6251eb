import assert from 'node:assert/strict';
import type { writeSync } from 'node:fs';
import fc from 'fast-check';
import { writeFully } from '#store/disk/newFile.ts';

/** A file that takes so many bytes of each write, and then no more of any. */
function fileTaking(parts: readonly number[]) {
  const taken: number[] = [];
  let next = 0;
  const write = ((_descriptor: number, bytes: Uint8Array, from: number) => {
    const part = bytes.subarray(from, from + (parts[next] ?? 0));
    next += 1;
    taken.push(...part);
    return part.length;
  }) as typeof writeSync;
  return { taken, write };
}

describe('writing all of the bytes', () => {
  it('goes on after each part, and never reports a part as the whole', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.nat(9)), (bytes, parts) => {
        const { taken, write } = fileTaking(parts);
        let isWhole = true;
        try {
          writeFully(1, bytes, write);
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
          isWhole = false;
        }
        assert.equal(isWhole, taken.length === bytes.length);
        assert.deepEqual(taken, [...bytes.subarray(0, taken.length)]);
      }),
      { seed: 14, numRuns: 500 },
    );
  });
});
