import { t } from '#base/l10n.ts';
import type { Pacer } from '#base/pacer.ts';
import { UserError } from '#core/userError.ts';
import { SessionReplaced } from './source.ts';

/** One retry for a replaced session, and no more: a damaged one may look replaced each time. */
const maxAttempts = 2;

/** The error for a session that is replaced on every attempt. */
export function changesTooFast(path: string): UserError {
  return new UserError(t('{0} changes too fast to be read. Try again in a moment.', path));
}

/**
 * Reads a session, and once more if another one took its place meanwhile.
 *
 * @param read throws SessionReplaced, or anything else, which is not caught.
 * @throws UserError if it was replaced each time; the pacer's reason when aborted.
 */
export async function readReplaced<T>(
  path: string,
  read: (isAgain: boolean) => Promise<T>,
  pacer: Pacer,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      return await read(attempt > 0);
    } catch (error) {
      if (!(error instanceof SessionReplaced)) {
        throw error;
      }
    }
    await pacer.pause();
  }
  throw changesTooFast(path);
}
