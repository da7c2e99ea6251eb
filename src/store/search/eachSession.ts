import { append } from '#base/append.ts';
import type { Pacer } from '#base/pacer.ts';
import { FindRefused } from './timedSearch.ts';
import { UserError } from '#core/userError.ts';
import { faultAt, type OnFault } from '../disk/faults.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import type { Failed } from './reasons.ts';

/** As often as anybody can read. */
const tellMs = 100;

interface SessionsTask<T> {
  /** What a session has of what is looked for. */
  readonly read: (path: string) => Promise<readonly T[]>;
  /** Receives the first at once, and then what was found meanwhile; the rest waits for it. */
  readonly tell: (looked: number, found: readonly T[]) => Promise<void>;
  /** Asked before each session. */
  readonly isEnough?: () => boolean;
  readonly failed: Failed;
}

/**
 * Reads sessions one after the other, giving way to other work. Nothing is kept of one when the next
 * begins. One that cannot be read, for whatever reason, is counted and left out.
 *
 * @param counts updated after each session, even if the search fails.
 * @throws the pacer's reason when aborted; FindRefused, which is no matter of one session.
 */
export async function eachSession<T>(
  paths: readonly string[],
  { read, tell, isEnough, failed }: SessionsTask<T>,
  pacer: Pacer,
  counts = { looked: 0, unread: 0 },
): Promise<{ readonly looked: number; readonly unread: number }> {
  let found: T[] = [];
  let isFirst = true;
  let toldAt = performance.now();
  const tellNow = async () => {
    const told = found;
    found = [];
    await tell(counts.looked, told);
    toldAt = performance.now();
  };
  for (const path of paths) {
    if (isEnough?.() === true) {
      break;
    }
    try {
      append(found, await read(path));
    } catch (error) {
      costsOnly(path, error, pacer, failed);
      counts.unread += 1;
    }
    counts.looked += 1;
    if (pacer.isDue) {
      await pacer.pause();
    }
    const isDue = (isFirst && found.length > 0) || performance.now() - toldAt >= tellMs;
    isFirst &&= found.length === 0;
    if (isDue) {
      await tellNow();
    }
  }
  if (found.length > 0) {
    await tellNow();
  }
  return counts;
}

/**
 * Lets an error cost no more than the session in which it came up.
 *
 * @throws the pacer's reason when aborted; FindRefused, which concerns all sessions.
 */
export function costsOnly(path: string, error: unknown, pacer: Pacer, failed: Failed): void {
  pacer.signal?.throwIfAborted();
  if (error instanceof FindRefused) {
    throw error;
  }
  failed(error, path);
}

/** Reports an error that is no sentence for the user; what leaves a session out says that one. */
export function reportBug(error: unknown, path: string | undefined, onFault: OnFault): void {
  if (!(error instanceof UserError || error instanceof SessionReplaced)) {
    onFault(path === undefined ? error : faultAt(path, error));
  }
}
