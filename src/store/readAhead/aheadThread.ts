import { workerData } from 'node:worker_threads';
import { NodeFileSystem } from '../nodeFileSystem.ts';
import { AheadArea } from './aheadArea.ts';
import { readArea } from './readArea.ts';

/*
 * The entry of a thread that reads logs before a scan gets to them. It knows nothing of what is in
 * them, so that it begins at once and costs little.
 */

/** What the thread is given: its areas, which are ordered one after the other, and how often. */
export interface AheadStart {
  readonly orders: SharedArrayBuffer;
  readonly areas: readonly SharedArrayBuffer[];
}

const disk = new NodeFileSystem();

function serve({ orders, areas: memories }: AheadStart): never {
  const count = new Int32Array(orders);
  const areas = memories.map((memory) => new AheadArea(memory));
  for (let done = 0; ; done += 1) {
    // Until it is ended: a thread that sleeps here costs nothing and needs no messages.
    Atomics.wait(count, 0, done);
    const area = areas[done % areas.length];
    if (area !== undefined) {
      readArea(area, disk);
    }
  }
}

serve(workerData as AheadStart);
