import { statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOfChild } from '../child.ts';
import { benchLog } from '../data/benchData.ts';
import type { Memory } from '../measureMemory.ts';
import { median, type BenchRow } from '../row.ts';

export const memoryRow: BenchRow = {
  name: 'memory',
  title: 'peak memory of the reader at 1 GB, indexed and scrolled from end to end',
  against: 'size of the file',
  unit: 'MB',
  target: 0.15,
  async measure({ huge, runs }) {
    const { home, path } = await benchLog('keen', huge);
    const file = join(import.meta.dirname, 'measureMemory.js');
    const found: Memory[] = [];
    for (let run = 0; run < Math.min(3, runs); run += 1) {
      found.push((await messageOfChild(file, [home, path])) as Memory);
    }
    const middle = (part: keyof Memory) => median(found.map((memory) => memory[part])) / 1e6;
    const note = `${middle('indexed').toFixed(0)} MB indexed, ${middle('before').toFixed(0)} MB before`;
    return { value: middle('peak'), baseline: statSync(path).size / 1e6, note };
  },
};
