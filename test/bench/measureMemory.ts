import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { threadLimits } from '#store/worker/threadLimits.ts';
import { newStore } from './product.ts';

// Memory that a log needs in a thread like the extension's: `node measureMemory.js HOME PATH`, started
// by the memory row. The process has done nothing else before, so its peak is the reader's.

/** Bytes of resident memory; all but `before` are relative to it. */
export interface Memory {
  readonly before: number;
  readonly indexed: number;
  readonly peak: number;
}

const [home = '', path = ''] = process.argv.slice(2);

if (isMainThread) {
  const thread = new Worker(import.meta.filename, {
    argv: [home, path],
    resourceLimits: threadLimits,
  });
  thread.on('message', (memory) => {
    process.send?.(memory);
  });
} else {
  parentPort?.postMessage(await memoryOf());
}

async function memoryOf(): Promise<Memory> {
  const before = process.memoryUsage.rss();
  const peak = () => process.resourceUsage().maxRSS * 1024 - before;
  const { store } = newStore(home);
  store.open(path);
  const reader = store.reader(path);
  const { rows: total } = await reader.indexAll();
  const indexed = peak();
  // Like dragging the scrollbar through the session.
  for (let start = 0; start < total; start += Math.ceil(total / 100)) {
    reader.rows('all', start, 50);
    await sleep(20);
  }
  return { before, indexed, peak: peak() };
}
