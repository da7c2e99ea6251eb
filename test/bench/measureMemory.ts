import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { threadLimits } from '#store/worker/threadLimits.ts';
import { homeOf } from './data/benchData.ts';
import { newStore } from './rows/store.ts';

// Memory that one log needs in a thread like the extension's: `node measureMemory.js PATH`, started
// by the memory row. The process has done nothing else before, so its peak is the reader's.
const [path = ''] = process.argv.slice(2);

if (isMainThread) {
  const thread = new Worker(import.meta.filename, { argv: [path], resourceLimits: threadLimits });
  thread.on('message', (memory) => {
    process.send?.(memory);
  });
} else {
  parentPort?.postMessage(await memoryOf(path));
}

/** Bytes of resident memory; all but `before` are relative to it. */
async function memoryOf(log: string) {
  const before = process.memoryUsage.rss();
  const { store } = newStore(homeOf(log));
  store.open(log);
  const reader = store.reader(log);
  const { rows: total } = await reader.indexAll();
  const indexed = process.resourceUsage().maxRSS * 1024 - before;
  // Like dragging the scrollbar through the session.
  for (let start = 0; start < total; start += Math.ceil(total / 100)) {
    reader.rows('all', start, 50);
    await sleep(20);
  }
  return { before, indexed, peak: process.resourceUsage().maxRSS * 1024 - before };
}
