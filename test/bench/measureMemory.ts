import { setTimeout as sleep } from 'node:timers/promises';
import { homeOf } from './data/benchData.ts';
import { newStore } from './rows/store.ts';

// What one process needs for one log: `node measureMemory.js PATH`, started by the memory row. It has
// done nothing else before, so that the highest mark is the reader's.
const [path = ''] = process.argv.slice(2);
const before = process.memoryUsage.rss();
const { store } = newStore(homeOf(path));
store.open(path);
const reader = store.reader(path);
const { rows: total } = await reader.indexAll();
const indexed = process.resourceUsage().maxRSS * 1024;
// As somebody does who drags the scroll bar through the session.
for (let start = 0; start < total; start += Math.ceil(total / 100)) {
  reader.rows('all', start, 50);
  await sleep(20);
}
const peak = process.resourceUsage().maxRSS * 1024;
process.send?.({ before, indexed: indexed - before, peak: peak - before });
process.disconnect();
