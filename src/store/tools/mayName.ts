import type { Pacer } from '#base/pacer.ts';
import { readInto, type FileSystem } from '../disk/fileSystem.ts';
import type { KnownSession } from '../roots/knownSession.ts';
import { RareText } from '../sources/log/rareText.ts';

/** Bytes per slice. */
const sliceBytes = 1024 * 1024;

/** Shorter ones are everywhere. */
const shortest = 3;

/**
 * Whether a session can name one of these files, by its bytes alone: most sessions do not, and need
 * not be indexed. True if bytes cannot tell: they are packed, in a database, or in many files.
 *
 * @param names of files, without folders.
 */
export async function mayName(
  { path, layout }: KnownSession,
  names: readonly string[],
  fileSystem: FileSystem,
  pacer: Pacer,
): Promise<boolean> {
  const isPlain =
    layout.kind === 'document' || (layout.kind === 'log' && layout.isCompressed?.(path) !== true);
  const words = [...new Set(names.map(unescaped))];
  if (!isPlain || words.some((word) => word.length < shortest)) {
    return true;
  }
  const opened = fileSystem.open(path);
  if (!opened.ok) {
    // Reading it says why it cannot be read.
    return true;
  }
  const file = opened.value;
  const searches = words.map((word) => new RareText(word));
  const overlap = Math.max(...words.map(({ length }) => length)) - 1;
  const room = Buffer.allocUnsafeSlow(Math.min(sliceBytes, Math.max(1, file.stat.size)));
  try {
    for (let offset = 0; ;) {
      const slice = readInto(file, offset, room);
      if (!slice.ok) {
        return true;
      }
      const bytes = slice.value;
      if (searches.some((search) => search.find(bytes, 0, bytes.length) >= 0)) {
        return true;
      }
      if (bytes.length < room.length || bytes.length <= overlap) {
        return false;
      }
      offset += bytes.length - overlap;
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
  } finally {
    file.close();
  }
}

/** The longest part of a name that JSON writes as it is, whatever wrote it. */
function unescaped(name: string): string {
  const runs = name.match(/[A-Za-z0-9._ -]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
