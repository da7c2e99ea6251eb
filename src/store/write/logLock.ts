import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { t } from '#base/l10n.ts';
import { appendLine, appendOwn } from './appendLine.ts';
import { ownProcesses, type Processes } from './processes.ts';
import { WriteError } from './writeError.ts';
import { DiskError, quietly, type WritableFile, type WriteFiles } from './writeFiles.ts';

/**
 * Serializes our own windows' writes to a log: a file beside the log that only one of them can
 * create. Agents do not know it, so it orders our lines but does not protect against theirs.
 *
 * It has two lines: who holds it, and, once known, where in the log a line is being written.
 * A process that finds the lock of a dead one takes it over and learns from the second line which part
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
  readonly waitMs?: number;
  /** A holder that cannot be checked counts as dead after this time. Writing takes milliseconds. */
  readonly staleMs?: number;
  readonly processes?: Processes;
}

/** If the folder does not permit new files, its log may still be written, just without a lock. */
const noLock: HeldLock = {
  abandonedAt: undefined,
  note: () => undefined,
  release: () => undefined,
};

/** Where a lock is, or may be, and who wants it. */
interface LockPlace extends Required<Pick<LockOptions, 'staleMs' | 'processes'>> {
  readonly files: WriteFiles;
  readonly path: string;
}

/** @throws WriteError `busy` if another window holds it for too long; DiskError. */
export async function lockLog(
  files: WriteFiles,
  logPath: string,
  { waitMs = 15_000, staleMs = 10_000, processes = ownProcesses }: LockOptions = {},
): Promise<HeldLock> {
  const place = { files, path: `${logPath}.lock`, staleMs, processes };
  const until = performance.now() + waitMs;
  let denials = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const stale = staleLock(place);
      const held = stale === undefined ? newLock(place) : takeOver(place, stale);
      if (held !== undefined) {
        return held;
      }
    } catch (error) {
      if (!isDenied(error)) {
        throw error;
      }
      // On Windows, also while another process's lock is being removed.
      denials += 1;
      if (denials > 3) {
        return noLock;
      }
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

const isDenied = (error: unknown): boolean =>
  error instanceof DiskError && (error.code === 'noAccess' || error.code === 'readOnly');

/** @returns undefined if another holds it. */
function newLock(place: LockPlace): HeldLock | undefined {
  const lock = createLock(place);
  return lock && heldLock(place, lock, undefined);
}

/**
 * Puts a new lock in the place of a dead holder's. The new one is complete before it is there, and
 * carries on where a line may be partial, so a process that is killed here loses no trace of it. It
 * is prepared in a file that only one waiting process can create: a second one could otherwise
 * replace the first one's lock.
 */
function takeOver(place: LockPlace, stale: StaleLock): HeldLock | undefined {
  const { files, path } = place;
  const successor = `${path}.stale`;
  const lock = createLock({ ...place, path: successor }, stale.writingAt);
  if (lock === undefined) {
    if ((readLock(files, successor)?.offByMs ?? 0) > 2_000) {
      quietly(() => files.remove(successor));
    }
    return undefined;
  }
  try {
    if (readLock(files, path)?.content === stale.content) {
      files.rename(successor, path);
      return heldLock(place, lock, stale.writingAt);
    }
  } catch (error) {
    if (!(error instanceof DiskError)) {
      throw error;
    }
    // Something in its place cannot be replaced; waiting ends with a clear message.
  }
  lock.close();
  quietly(() => files.remove(successor));
  return undefined;
}

/** @returns undefined if the file is there already. */
function createLock(
  { files, path, processes }: LockPlace,
  writingAt?: number,
): WritableFile | undefined {
  let lock;
  try {
    lock = files.create(path);
  } catch (error) {
    if (error instanceof DiskError && error.code === 'exists') {
      return undefined;
    }
    throw error;
  }
  try {
    const { pid, host, token } = processes.own;
    const holder = `${pid} ${host} ${token}/${randomUUID()}\n`;
    const content = writingAt === undefined ? holder : `${holder}${writingAt}\n`;
    appendOwn(lock, Buffer.from(content), false);
    return lock;
  } catch (error) {
    lock.close();
    files.remove(path);
    throw error;
  }
}

function heldLock(
  { files, path }: LockPlace,
  lock: WritableFile,
  abandonedAt: number | undefined,
): HeldLock {
  let identity: string | undefined;
  try {
    ({ identity } = lock.stat());
  } catch (error) {
    lock.close();
    quietly(() => files.remove(path));
    throw error;
  }
  let isTorn = false;
  // The lock is an aid, and must not fail the write itself.
  return {
    abandonedAt,
    note: (start) => {
      // After half a number, another one would be read as its rest.
      if (!isTorn) {
        const outcome = appendLine(lock, Buffer.from(`${start}\n`), false);
        isTorn = !outcome.ok && outcome.tornAt !== undefined;
      }
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

interface StaleLock {
  readonly content: string;
  readonly writingAt: number | undefined;
}

/** The content of a dead holder's lock; undefined if it is held or gone. */
function staleLock({ files, path, staleMs, processes }: LockPlace): StaleLock | undefined {
  const found = readLock(files, path);
  if (found === undefined) {
    return undefined;
  }
  const [, pid, host = '', token, starts = ''] = content.exec(found.content) ?? [];
  const isDead =
    pid === undefined
      ? // Its holder writes its identity at once, or died before it could.
        found.offByMs > Math.min(1_000, staleMs)
      : processes.isRunning({ pid: Number(pid), host, token }) === false || found.offByMs > staleMs;
  const last = starts.trimEnd().split('\n').at(-1);
  return isDead
    ? {
        content: found.content,
        writingAt: last === undefined || last === '' ? undefined : Number(last),
      }
    : undefined;
}

/** The holder's ID, machine and, since that alone may come again, token; then where it wrote lines. */
const content = /^(\d+) (\S+) (?:([0-9a-f-]+)\/)?\S+\n((?:\d+\n)*)/;

interface LockOnDisk {
  readonly content: string;
  /**
   * Distance of its time from now. A time in the future means that a clock was set back, and counts
   * like one in the past, so that no writer waits until then.
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
