import { statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOfChild } from '../child.ts';
import { benchLog } from '../data/benchData.ts';
import { median } from '../measure.ts';
import type { BenchRow } from '../row.ts';

/** Bytes of resident memory; all but `before` are relative to it. */
interface Memory {
  readonly before: number;
  readonly indexed: number;
  readonly peak: number;
}

export const memoryRow: BenchRow = {
  name: 'memory',
  title: 'peak memory of the reader at 1 GB, indexed and scrolled from end to end',
  against: 'size of the file',
  unit: 'MB',
  target: 0.15,
  async find(scale) {
    const path = await benchLog('keen', scale.huge);
    const file = join(import.meta.dirname, 'measureMemory.js');
    const runs = scale.quick ? 1 : 3;
    const found: Memory[] = [];
    for (let run = 0; run < runs; run += 1) {
      found.push((await messageOfChild(file, [path], [])) as Memory);
    }
    const middle = (part: keyof Memory) => median(found.map((memory) => memory[part])) / 1e6;
    const note = `${middle('indexed').toFixed(0)} MB indexed, ${middle('before').toFixed(0)} MB before`;
    return { value: middle('peak'), baseline: statSync(path).size / 1e6, runs, note };
  },
};
