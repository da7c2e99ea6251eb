import { setTimeout } from 'node:timers/promises';
import type { Requests } from '#protocol/contract.ts';
import type { FolderListing, ScanCount, WorkerContract } from '#protocol/worker.ts';
import { takeListing, type TakenListing } from './takenListing.ts';

/** Between two looks at a scan, and before the first: most scans are over by then. */
const lookMs = 1_000;

export interface ScanSoFar extends ScanCount {
  /** Where there is something new to show. */
  readonly folders: readonly FolderListing[] | undefined;
}

export type OnSoFar = (soFar: ScanSoFar) => Promise<void>;

/**
 * Asks once a second what a scan has found, so that one that ends soon costs nothing. Its sessions
 * are taken over after 1, 2, 4, 8 seconds and so on: the list must not jump all the time for those
 * who already use it.
 *
 * @param ended fires when the scan has ended, well or not; then this ends, too.
 * @param pause waits; rejects when its signal fires.
 * @throws RemoteError with a sentence.
 */
export async function followScan(
  worker: Requests<WorkerContract, 'sessions/soFar' | 'sessions/part'>,
  tell: OnSoFar,
  ended: AbortSignal,
  pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }),
): Promise<void> {
  let before: TakenListing | undefined;
  let nextTaken = 1;
  try {
    for (let look = 1; ; look += 1) {
      await pause(lookMs, ended);
      const soFar = await worker.request(
        'sessions/soFar',
        { wanted: look < nextTaken ? 'count' : 'sessions', basis: before?.listing },
        ended,
      );
      if (soFar === undefined) {
        // Its answer is on the way.
        return;
      }
      const { outline, ...count } = soFar;
      if (outline !== undefined) {
        before = await takeListing(worker, outline, before, ended);
        nextTaken = 2 * look;
      }
      await tell({ ...count, folders: outline && before?.folders });
    }
  } catch (error) {
    if (!ended.aborted) {
      throw error;
    }
  }
}
