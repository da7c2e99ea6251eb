import { t } from '#base/l10n.ts';
import { WriteError } from './writeError.ts';

/** Beyond this, readers give up on a line; ours at 512 MB, and an editor long before. */
const maxLineBytes = 256 * 1024 * 1024;

/**
 * A line's bytes with its end.
 *
 * @throws WriteError if nobody could read such a line again.
 */
export function encodeLine(path: string, line: () => string): Buffer {
  let bytes: Buffer;
  try {
    bytes = Buffer.from(`${line()}\n`);
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    // The longest text that there can be is shorter than this one.
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
