import { t } from '#base/l10n.ts';
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
