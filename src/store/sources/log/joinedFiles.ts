import type { LogParts } from '#agents/contract/logParts.ts';
import type { LogLayout } from '#agents/contract/sources.ts';
import {
  failure,
  success,
  withOpened,
  type FileStat,
  type FileSystem,
  type OneFile,
  type OpenFile,
  type Result,
} from '../../disk/fileSystem.ts';
import { Joining, type Joined, type PartFinder, type Piece } from './join.ts';
import { PartFiles, inMemory } from './partFiles.ts';

/** Pieces of files as one open file. Each is opened when it is read. */
class JoinedFile implements OpenFile {
  readonly #open = new Map<string, OpenFile>();

  /** @param last the file of the last piece, open. */
  constructor(
    private readonly files: Pick<PartFiles, 'open'>,
    private readonly pieces: readonly Piece[],
    readonly stat: FileStat,
    last: { readonly path: string; readonly file: OpenFile },
  ) {
    this.#open.set(last.path, last.file);
  }

  read(offset: number, into: Uint8Array, start = 0, end = into.length): Result<number> {
    let done = 0;
    for (const [index, piece] of this.pieces.entries()) {
      const next = this.pieces[index + 1]?.at ?? Infinity;
      const at = offset + done;
      const wanted = Math.min(end - start - done, next - at);
      if (at < piece.at || wanted <= 0) {
        continue;
      }
      const file = this.#fileOf(piece);
      if (!file.ok) {
        return file;
      }
      const from = ('bytes' in piece ? 0 : piece.from) + at - piece.at;
      const read = file.value.read(from, into, start + done, start + done + wanted);
      if (!read.ok) {
        return read;
      }
      done += read.value;
      if (read.value < wanted) {
        break;
      }
    }
    return success(done);
  }

  close(): void {
    for (const file of this.#open.values()) {
      file.close();
    }
    this.#open.clear();
  }

  #fileOf(piece: Piece): Result<OpenFile> {
    if ('bytes' in piece) {
      return success(inMemory(piece.bytes, this.stat));
    }
    const known = this.#open.get(piece.path);
    const opened = known === undefined ? this.files.open(piece.path) : success(known);
    if (opened.ok) {
      this.#open.set(piece.path, opened.value);
    }
    return opened;
  }
}

type PartedLayout = LogLayout & { readonly parts: LogParts };

interface Known {
  readonly joined: Joined;
  readonly family: string;
  /** States of the files that it was made of, as far as they matter. */
  readonly states: ReadonlyMap<string, string | undefined>;
}

/**
 * A session's logs as one file: first the history that another session's log has, then its own parts in
 * the order in which they were begun, each after a record that says what it follows. Whatever is appended
 * to the last is appended to the whole; any other change makes it another file.
 */
export class JoinedFiles implements OneFile {
  readonly #files: PartFiles;
  #known: Known | undefined;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly path: string,
    private readonly layout: PartedLayout,
    private readonly finder: PartFinder,
  ) {
    this.#files = new PartFiles(fileSystem, layout);
  }

  /** It is one log, and all that was said is in it. */
  get isAlone(): boolean {
    const family = this.finder.familyOf(this.path);
    return family.length === 1 && this.#join(family).pieces.length === 1;
  }

  stat(): Result<FileStat> {
    const family = this.finder.familyOf(this.path);
    const plain = this.#plain(family);
    if (plain !== undefined) {
      return this.fileSystem.stat(plain);
    }
    return withOpened(this.open(), (file) => file.stat);
  }

  open(): Result<OpenFile> {
    const family = this.finder.familyOf(this.path);
    const plain = this.#plain(family);
    if (plain !== undefined) {
      return this.fileSystem.open(plain);
    }
    return opened(this.path, this.#files, this.#join(family).pieces, (last) => {
      if (family.length === 1) {
        return last;
      }
      const stats = family.map((path) => this.fileSystem.stat(path));
      const [first] = stats;
      return {
        mtimeMs: stats.reduce(
          (latest, each) => Math.max(latest, each.ok ? each.value.mtimeMs : 0),
          last.mtimeMs,
        ),
        identity: first?.ok === true ? first.value.identity : undefined,
      };
    });
  }

  /** Most sessions are one log that is as it lies there. */
  #plain(family: readonly string[]): string | undefined {
    const [path, ...others] = family;
    return path === undefined ||
      others.length > 0 ||
      this.layout.isCompressed?.(path) === true ||
      this.#join(family).pieces.length > 1
      ? undefined
      : path;
  }

  #join(family: readonly string[]): Joined {
    const known = this.#known;
    const names = family.join('\n');
    if (
      known?.family === names &&
      [...known.states].every(
        ([path, state]) => state === this.#stateOf(path, known.joined.paths.get(path) === true),
      )
    ) {
      return known.joined;
    }
    const joined = new Joining(this.#files, this.layout.parts, this.finder, family).join();
    const states = [...joined.paths].map(
      ([path, bySize]) => [path, this.#stateOf(path, bySize)] as const,
    );
    this.#known = { joined, family: names, states: new Map(states) };
    return joined;
  }

  #stateOf(path: string, bySize: boolean): string | undefined {
    const stat = this.fileSystem.stat(path);
    return stat.ok ? `${stat.value.identity ?? ''} ${bySize ? stat.value.size : ''}` : undefined;
  }
}

/** The state of a session in several logs. */
export function familyStat(fileSystem: FileSystem, family: readonly string[]): Result<FileStat> {
  const stats = family.map((path) => fileSystem.stat(path));
  const found = stats.flatMap((stat) => (stat.ok ? [stat.value] : []));
  const [first] = found;
  return first === undefined
    ? (stats[0] ?? failure('', 'notFound'))
    : success({
        size: found.reduce((sum, { size }) => sum + size, 0),
        mtimeMs: found.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0),
        identity: first.identity,
      });
}

/** A session in several logs as the list reads it: what the last goes on from, and the last. */
export function openWay(
  fileSystem: FileSystem,
  layout: PartedLayout,
  finder: PartFinder,
  family: readonly string[],
  stat: FileStat,
): Result<OpenFile> {
  const files = new PartFiles(fileSystem, layout);
  const pieces = new Joining(files, layout.parts, finder, family).way();
  return opened('', files, pieces, () => stat);
}

/** @param statOf the state of the whole but for its size, by that of the last file. */
function opened(
  path: string,
  files: PartFiles,
  pieces: readonly Piece[],
  statOf: (last: FileStat) => Omit<FileStat, 'size'>,
): Result<OpenFile> {
  const last = pieces.at(-1);
  if (last === undefined || !('path' in last)) {
    return failure(path, 'notFound');
  }
  const opened = files.open(last.path);
  if (!opened.ok) {
    return opened;
  }
  const file = opened.value;
  const size = last.at + Math.max(0, file.stat.size - last.from);
  const stat = { ...statOf(file.stat), size };
  return success(new JoinedFile(files, pieces, stat, { path: last.path, file }));
}
