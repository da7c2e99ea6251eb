import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { t } from '#base/l10n.ts';
import { here, isAlive } from './processes.ts';
import { WriteError } from './writeError.ts';
import { DiskError, type WriteFiles } from './writeFiles.ts';

/**
 * Serializes our own windows' writes to a log: a file beside the log that only one of them can
 * create. Agents do not know it, so it orders our lines but does not protect against theirs.
 *
 * It has two lines: who holds it, and, once known, where in the log a line is being written.
 * Whoever finds the lock of a dead process takes it over and learns from the second line which part
 * of the log may be a partial line of ours.
 */
export interface HeldLock {
  /** Where the last holder started a line that it may not have finished; in bytes. */
  readonly abandonedAt: number | undefined;
  /** Records where a line is about to start. */
  note(start: number): void;
  release(): void;
}

export interface LockOptions {
  /** How long to wait for a living holder. */
  readonly waitMs?: number;
  /** A holder that cannot be checked counts as dead after this time. Writing takes milliseconds. */
  readonly staleMs?: number;
}

/** If the folder does not permit new files, its log may still be written, just without a lock. */
const noLock: HeldLock = {
  abandonedAt: undefined,
  note: () => undefined,
  release: () => undefined,
};

/** @throws WriteError `busy` if another window holds it for too long; DiskError. */
export async function lockLog(
  files: WriteFiles,
  logPath: string,
  { waitMs = 15_000, staleMs = 10_000 }: LockOptions = {},
): Promise<HeldLock> {
  const path = `${logPath}.lock`;
  const until = performance.now() + waitMs;
  let abandonedAt: number | undefined;
  let denials = 0;
  for (let attempt = 0; ; attempt += 1) {
    const held = tryLock(files, path);
    if (held === 'denied') {
      // On Windows, also while another process's lock is being removed.
      denials += 1;
      if (denials > 3) {
        return noLock;
      }
    } else if (held !== undefined) {
      return { ...held, abandonedAt };
    }
    const stale = staleLock(files, path, staleMs);
    if (stale !== undefined && removeStale(files, path, stale)) {
      abandonedAt = stale.writingAt ?? abandonedAt;
      continue;
    }
    if (performance.now() > until) {
      throw new WriteError(
        'busy',
        t('Another window is writing to {0}. Try again in a moment.', logPath),
      );
    }
    await setTimeout(Math.min(2 + attempt, 25) * (0.5 + Math.random()));
  }
}

function tryLock(
  files: WriteFiles,
  path: string,
): Omit<HeldLock, 'abandonedAt'> | 'denied' | undefined {
  let file;
  try {
    file = files.create(path);
  } catch (error) {
    if (error instanceof DiskError && error.code === 'exists') {
      return undefined;
    }
    if (error instanceof DiskError && (error.code === 'noAccess' || error.code === 'readOnly')) {
      return 'denied';
    }
    throw error;
  }
  const lock = file;
  try {
    lock.append(Buffer.from(`${process.pid} ${here} ${randomUUID()}\n`));
  } catch (error) {
    lock.close();
    files.remove(path);
    throw error;
  }
  const { identity } = lock.stat();
  return {
    note: (start) => {
      quietly(() => lock.append(Buffer.from(`${start}\n`)));
    },
    release: () => {
      // If this process was suspended, the lock may belong to another by now.
      lock.close();
      quietly(() => {
        if (files.stat(path).identity === identity) {
          files.remove(path);
        }
      });
    },
  };
}

/** Ignores disk errors: the lock is an aid, and must not fail the write itself. */
function quietly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DiskError)) {
      throw error;
    }
  }
}

interface StaleLock {
  readonly content: string;
  readonly writingAt: number | undefined;
}

/** The content of a dead holder's lock; undefined if it is held or gone. */
function staleLock(files: WriteFiles, path: string, staleMs: number): StaleLock | undefined {
  const found = readLock(files, path);
  if (found === undefined) {
    return undefined;
  }
  const [, pid, place, starts = ''] = /^(\d+) (\S+) \S+\n((?:\d+\n)*)/.exec(found.content) ?? [];
  const isDead =
    pid === undefined
      ? // Its holder writes its identity at once, or died before it could.
        found.offByMs > Math.min(1_000, staleMs)
      : (place === here && !isAlive(Number(pid))) || found.offByMs > staleMs;
  const last = starts.trimEnd().split('\n').at(-1);
  return isDead
    ? {
        content: found.content,
        writingAt: last === undefined || last === '' ? undefined : Number(last),
      }
    : undefined;
}

/**
 * Only one waiting process may remove a dead holder's lock; a second could remove the first one's
 * new lock. A second lock file, held for no longer than two calls, decides which.
 */
function removeStale(files: WriteFiles, path: string, stale: StaleLock): boolean {
  const guard = `${path}.stale`;
  try {
    files.create(guard).close();
  } catch (error) {
    if (error instanceof DiskError && error.code === 'exists') {
      if ((readLock(files, guard)?.offByMs ?? 0) > 2_000) {
        remove(files, guard);
      }
      return false;
    }
    throw error;
  }
  try {
    return readLock(files, path)?.content === stale.content && remove(files, path);
  } finally {
    remove(files, guard);
  }
}

interface LockOnDisk {
  readonly content: string;
  /**
   * Distance of its time from now. A time in the future means that a clock was set back, and counts
   * like one in the past: nobody should have to wait until then.
   */
  readonly offByMs: number;
}

function readLock(files: WriteFiles, path: string): LockOnDisk | undefined {
  try {
    const file = files.open(path);
    try {
      const room = new Uint8Array(4096);
      const content = new TextDecoder().decode(room.subarray(0, file.read(0, room)));
      return { content, offByMs: Math.abs(Date.now() - file.stat().mtimeMs) };
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof DiskError && error.code === 'notAFile') {
      // A link, or anything else in the lock's place that can never be a lock.
      return { content: '', offByMs: Infinity };
    }
    if (error instanceof DiskError) {
      // Usually released in between; any other failure recurs with the next attempt.
      return undefined;
    }
    throw error;
  }
}

function remove(files: WriteFiles, path: string): boolean {
  try {
    files.remove(path);
    return true;
  } catch (error) {
    if (error instanceof DiskError) {
      // Another process was faster.
      return false;
    }
    throw error;
  }
}
