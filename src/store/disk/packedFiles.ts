import { firstPlace } from '#base/binarySearch.ts';
import { LruMap } from '#base/lruMap.ts';
import {
  isSameState,
  readRange,
  resultOf,
  success,
  withOpened,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
} from './fileSystem.ts';
import { blockBytes, contentOf, isPacked, markAtEnd, packedIn, type Packed } from './packed.ts';

/** Contents of blocks that are held. */
const heldBytes = 8 * blockBytes;
/** Files whose state, and blocks whose places are held. */
const mostFiles = 20_000;
const mostBlocks = 50_000;

interface Known<T> {
  /** Of the file as it lies there. */
  readonly stat: FileStat;
  readonly value: T;
}

/** Gives the files that we keep compressed as what they contain; all others as they are. */
export class PackedFiles implements FileSystem {
  /** Undefined for a file that is not packed. */
  readonly #stats = new LruMap<string, Known<FileStat>>(mostFiles);
  readonly #packed = new LruMap<string, Known<Packed | undefined>>(
    mostBlocks,
    ({ value }) => 1 + (value?.blocks.length ?? 0),
  );
  readonly #contents = new LruMap<string, Buffer>(heldBytes, ({ length }) => length);

  /** @param mayBePacked by its path. */
  constructor(
    readonly onDisk: FileSystem,
    private readonly mayBePacked: (path: string) => boolean,
  ) {}

  get work() {
    return this.onDisk.work;
  }

  list(path: string) {
    return this.onDisk.list(path);
  }

  realpath(path: string) {
    return this.onDisk.realpath(path);
  }

  enter(path: string, state: string): Result<undefined> {
    return this.onDisk.enter?.(path, state) ?? success(undefined);
  }

  stat(path: string): Result<FileStat> {
    const stat = this.onDisk.stat(path);
    if (!stat.ok || !this.mayBePacked(path)) {
      return stat;
    }
    const known = this.#stats.get(path);
    if (known !== undefined && isSameState(known.stat, stat.value)) {
      return success(known.value);
    }
    // A folder is nothing to open.
    const opened = this.onDisk.open(path);
    const value = !opened.ok
      ? stat
      : withOpened(opened, (file) => {
          const { size } = file.stat;
          const bytes = (start: number, end: number) => readRange(file, start, end);
          if (!isPacked(bytes)) {
            return file.stat;
          }
          return contentStat(file.stat, markAtEnd(bytes, size) ?? packedIn(bytes, size));
        });
    if (value.ok) {
      this.#stats.set(path, { stat: stat.value, value: value.value });
    }
    return value;
  }

  open(path: string, stat?: FileStat): Result<OpenFile> {
    if (!this.mayBePacked(path)) {
      return this.onDisk.open(path, stat);
    }
    const opened = this.onDisk.open(path);
    if (!opened.ok) {
      return opened;
    }
    const packed = resultOf(() => this.#packedOf(path, opened.value));
    if (!packed.ok) {
      opened.value.close();
      return packed;
    }
    return packed.value === undefined
      ? opened
      : success(this.#contentOf(path, opened.value, packed.value));
  }

  #packedOf(path: string, file: OpenFile): Packed | undefined {
    const known = this.#packed.get(path);
    if (known !== undefined && isSameState(known.stat, file.stat)) {
      return known.value;
    }
    const bytes = (start: number, end: number) => readRange(file, start, end);
    const value = isPacked(bytes) ? packedIn(bytes, file.stat.size) : undefined;
    this.#packed.set(path, { stat: file.stat, value });
    return value;
  }

  #contentOf(path: string, file: OpenFile, packed: Packed): OpenFile {
    const { blocks, size } = packed;
    return {
      stat: contentStat(file.stat, packed),
      read: (offset, into, start = 0, end = into.length) =>
        resultOf(() => {
          const until = Math.min(offset + end - start, size);
          let at = offset;
          for (let index = blockAt(packed, offset); at < until; index += 1) {
            const block = blocks[index];
            if (block === undefined) {
              break;
            }
            // A member is written once and never changed in its file.
            const { identity = file.stat.mtimeMs } = file.stat;
            const key = `${path}\n${identity}\n${block.at}`;
            const content = this.#contents.get(key) ?? contentOf(file, path, block);
            this.#contents.set(key, content);
            const part = content.subarray(at - block.from, until - block.from);
            into.set(part, start + at - offset);
            at += part.length;
          }
          return Math.max(0, at - offset);
        }),
      close: () => {
        file.close();
      },
    };
  }
}

/** The last block that begins at or before a place. */
function blockAt({ blocks }: Packed, place: number): number {
  return Math.max(0, firstPlace(0, blocks.length, (at) => (blocks[at]?.from ?? 0) > place) - 1);
}

function contentStat(
  { identity }: FileStat,
  { size, mtimeMs }: Pick<Packed, 'size' | 'mtimeMs'>,
): FileStat {
  return { size, mtimeMs, identity };
}
