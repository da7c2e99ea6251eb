import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { t } from '#base/l10n.ts';
import { DiskError, quietly, type WritableFile } from './writeFiles.ts';
import { WriteError } from './writeError.ts';

/** Readers give up on longer lines; ours at 512 MB, and editors long before. */
const maxLineBytes = 256 * 1024 * 1024;

/**
 * Encodes a line with its line feed.
 *
 * @throws WriteError if the line would be too long to be read again.
 */
export function encodeLine(path: string, line: () => string): Buffer {
  let bytes: Buffer;
  try {
    bytes = Buffer.from(`${line()}\n`);
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    // It exceeds the maximum string length.
    throw tooLong(path);
  }
  if (bytes.length > maxLineBytes) {
    throw tooLong(path);
  }
  return bytes;
}

function tooLong(path: string): WriteError {
  return new WriteError(
    'tooLong',
    t(
      'The text to write to {0} exceeds 256 MB, the limit for one line. Ask for less output.',
      path,
    ),
  );
}

type AppendOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: DiskError;
      /** Where a partial line of ours remains, if it could not be removed. */
      readonly tornAt: number | undefined;
      /** The whole line is there but was not synced to disk, so it may not last. */
      readonly uncertain: boolean;
    };

/**
 * Appends bytes in one write and syncs them. A full disk accepts only part of them; that part is
 * then removed, unless someone wrote after it, so that the file is as before. The rest of a line is
 * never written separately: another writer's line could be between the two halves by then.
 *
 * @param isSynced false for what need not outlive the machine, only the process.
 */
export function appendLine(file: WritableFile, bytes: Uint8Array, isSynced = true): AppendOutcome {
  let start = 0;
  let written = 0;
  let isRemoved = true;
  try {
    for (let attempt = 0; written < bytes.length; attempt += 1) {
      isRemoved = removePart(file, start, written);
      if (!isRemoved || attempt > 1) {
        throw new DiskError('noSpace', '', 'short write');
      }
      written = 0;
      start = file.stat().size;
      // After a partial write, the second attempt usually reports the reason.
      written = file.append(bytes);
    }
    if (isSynced) {
      file.sync();
    }
    return { ok: true };
  } catch (error) {
    if (!(error instanceof DiskError)) {
      throw error;
    }
    isRemoved = isRemoved && removePart(file, start, written);
    const isTorn = !isRemoved && written < bytes.length;
    // After a leading line feed, the line itself starts one byte later.
    const lineStart = start + (bytes[0] === lineFeed ? 1 : 0);
    return {
      ok: false,
      error,
      tornAt: isTorn ? lineStart : undefined,
      uncertain: !isRemoved && !isTorn,
    };
  }
}

/**
 * As `appendLine`, for a file that nothing else writes.
 *
 * @throws DiskError; at most a part remains, and only if it could not be removed.
 */
export function appendOwn(file: WritableFile, bytes: Uint8Array, isSynced = true): void {
  const outcome = appendLine(file, bytes, isSynced);
  if (!outcome.ok) {
    throw outcome.error;
  }
}

/** @returns false if the bytes remain. */
function removePart(file: WritableFile, start: number, written: number): boolean {
  if (written === 0) {
    return true;
  }
  const isRemoved = quietly(() => {
    const isLast = file.stat().size === start + written;
    if (isLast) {
      file.truncate(start);
    }
    return isLast;
  });
  // What remains, the next writer terminates.
  return isRemoved ?? false;
}
