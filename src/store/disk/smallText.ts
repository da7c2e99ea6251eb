import { readRange, withFile, type FileSystem } from './fileSystem.ts';

/** What agents write about a session has a few lines; a larger file is something else. */
const usualBytes = 1024 * 1024;

/** A small file's text; undefined if it cannot be read or is larger than it should be. */
export function smallText(
  fileSystem: FileSystem,
  path: string,
  maxBytes = usualBytes,
): string | undefined {
  const bytes = withFile(fileSystem, path, (file) =>
    readRange(file, 0, Math.min(file.stat.size, maxBytes + 1)),
  );
  return bytes.ok && bytes.value.length <= maxBytes
    ? new TextDecoder().decode(bytes.value)
    : undefined;
}
