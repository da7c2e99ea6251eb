import { benchLog, homeOf } from '../data/benchData.ts';
import type { BenchRow } from '../row.ts';
import { newStore } from './store.ts';

/**
 * What the process needs more for an open session than it had before. Runs in a process of its own,
 * as every row does, so that the highest mark is this row's.
 */
export const memoryRow: BenchRow = {
  name: 'memory',
  title: 'peak memory of the reader at 1 GB',
  against: 'size of the file',
  unit: 'MB',
  target: 0.15,
  async find(scale) {
    const path = await benchLog('keen', scale.huge);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    const { store } = newStore(homeOf(path));
    store.open(path);
    await store.whole(path);
    const reader = store.reader(path);
    const { rows: total, size } = reader.state();
    for (let start = 0; start < total; start += Math.ceil(total / 100)) {
      reader.rows('all', start, 50);
    }
    const peak = process.resourceUsage().maxRSS * 1024;
    globalThis.gc?.();
    const kept = process.memoryUsage.rss() - before;
    const note = `${megabytes(kept)} MB kept open, ${megabytes(before)} MB before`;
    return { value: (peak - before) / 1e6, baseline: size / 1e6, runs: 1, note };
  },
};

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
