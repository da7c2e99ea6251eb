import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { DiskError, type WritableFile } from './writeFiles.ts';

export type AppendOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: DiskError;
      /** Where half a line of ours still stands, if it could not be taken back. */
      readonly tornAt: number | undefined;
      /** The whole line stands there, perhaps not for long: it is not on the disk. */
      readonly uncertain: boolean;
    };

/**
 * Adds bytes in one write and makes them durable. A disk that is full takes a part of them; then that
 * part is taken back, as long as nobody wrote after it, so that the log is as it was. The rest of a
 * line is never written by itself: another's line could stand between the two halves by then.
 */
export function appendLine(file: WritableFile, bytes: Uint8Array): AppendOutcome {
  let start = 0;
  let taken = 0;
  let isBack = true;
  try {
    for (let attempt = 0; taken < bytes.length; attempt += 1) {
      isBack = takeBack(file, start, taken);
      if (!isBack || attempt > 1) {
        throw new DiskError('noSpace', '', 'short write');
      }
      taken = 0;
      start = file.stat().size;
      // After a part, the second attempt says as a rule what is wrong.
      taken = file.append(bytes);
    }
    file.sync();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof DiskError)) {
      throw error;
    }
    isBack = isBack && takeBack(file, start, taken);
    const isTorn = !isBack && taken < bytes.length;
    // Behind a line end that was written first, the line itself begins one byte later.
    const lineStart = start + (bytes[0] === lineFeed ? 1 : 0);
    return {
      ok: false,
      error,
      tornAt: isTorn ? lineStart : undefined,
      uncertain: !isBack && !isTorn,
    };
  }
}

/** @returns false if the bytes are there to stay. */
function takeBack(file: WritableFile, start: number, taken: number): boolean {
  if (taken === 0) {
    return true;
  }
  try {
    if (file.stat().size !== start + taken) {
      return false;
    }
    file.truncate(start);
    return true;
  } catch (error) {
    if (error instanceof DiskError) {
      // Then it stays, and the next one who appends ends it.
      return false;
    }
    throw error;
  }
}
