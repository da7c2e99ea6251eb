import type { WriteResult } from '#protocol/writing.ts';
import { WriteError } from './writeError.ts';

/** What a failure says must reach the host whole, and an error crosses threads as a sentence alone. */
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
