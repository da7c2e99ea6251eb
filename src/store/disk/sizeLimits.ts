import { t } from '#base/l10n.ts';
import { failed, readRange, valueOf, type OpenFile } from './fileSystem.ts';

/** What a file may have: a size says nothing of what is on the disk, which a sparse file hardly uses. */
export interface SizeLimit {
  readonly bytes: number;
  readonly name: string;
}

/** Of what is held whole while it is read: a text in V8 is not much longer. */
export const wholeLimit: SizeLimit = { bytes: 256 * 1024 ** 2, name: '256 MB' };
/** Of a log, which is read in slices: going through more takes too long. */
export const logLimit: SizeLimit = { bytes: 4 * 1024 ** 3, name: '4 GB' };

/** @param path for the sentence. @throws a failure for a larger file, as `valueOf`. */
export function requireWithin({ bytes, name }: SizeLimit, size: number, path: string): void {
  if (size > bytes) {
    valueOf(failed(t('{0} exceeds the limit of {1} and was not read.', path, name)));
  }
}

/** All bytes of a file. @param path for the sentence if it has too many. @throws as `valueOf`. */
export function readWholeFile(file: OpenFile, path: string): Buffer {
  const { size } = file.stat;
  requireWithin(wholeLimit, size, path);
  return readRange(file, 0, size);
}
