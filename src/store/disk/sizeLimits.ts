import { t } from '#base/l10n.ts';
import { failed, readRange, success, type OpenFile, type Result } from './fileSystem.ts';

/** What a file may have: a size says nothing of what is on the disk, which a sparse file hardly uses. */
export interface SizeLimit {
  readonly bytes: number;
  readonly name: string;
}

/** Of what is held whole while it is read: a text in V8 is not much longer. */
export const wholeLimit: SizeLimit = { bytes: 256 * 1024 ** 2, name: '256 MB' };
/** Of a log, which is read in slices: going through more takes too long. */
export const logLimit: SizeLimit = { bytes: 4 * 1024 ** 3, name: '4 GB' };

/** Fails for a larger file. @param path for the sentence. */
export function within({ bytes, name }: SizeLimit, size: number, path: string): Result<undefined> {
  return size <= bytes
    ? success(undefined)
    : failed(t('{0} exceeds the limit of {1} and was not read.', path, name));
}

/** All bytes of a file. @param path for the sentence if it has too many. */
export function readWholeFile(file: OpenFile, path: string): Result<Buffer> {
  const { size } = file.stat;
  const fits = within(wholeLimit, size, path);
  return fits.ok ? readRange(file, 0, size) : fits;
}
