import type { WriteResult } from '#protocol/writing.ts';
import { WriteError } from './writeError.ts';

/**
 * Returns failures as values: the host needs all their fields, but an error crosses threads only as
 * a message.
 */
export async function writeResult<T>(work: Promise<T>): Promise<WriteResult<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (!(error instanceof WriteError)) {
      throw error;
    }
    const { reason, message, written, uncertain } = error;
    return { ok: false, failure: { reason, message, written, uncertain } };
  }
}
