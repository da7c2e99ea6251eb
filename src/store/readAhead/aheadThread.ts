import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { NodeFileSystem } from '../disk/nodeFileSystem.ts';
import { AheadArea } from './aheadArea.ts';
import { readArea } from './readArea.ts';

/*
 * The entry of a thread that reads logs before a scan gets to them. It knows nothing of what is in
 * them, so that it begins at once and costs little.
 */

/** What the thread is given. */
export interface AheadStart {
  readonly areas: readonly SharedArrayBuffer[];
  /** Numbers: how many orders there were, and behind it for which areas the last ones were. */
  readonly orders: SharedArrayBuffer;
}

const disk = new NodeFileSystem();

function serve({ orders: memory, areas: memories }: AheadStart): never {
  const orders = new Int32Array(memory);
  const areas = memories.map((memory) => new AheadArea(memory));
  for (let done = 0; ; done += 1) {
    // Until it is ended: a thread that sleeps here costs nothing and needs no messages.
    Atomics.wait(orders, 0, done);
    const area = areas[orders[1 + (done % (orders.length - 1))] ?? 0];
    if (area !== undefined) {
      readArea(area, disk);
    }
  }
}

// Nobody waits for it who could not go on without. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
serve(workerData as AheadStart);
