import { success, type FileStat, type OpenFile, type Result } from '../../disk/fileSystem.ts';
import type { Piece } from './join.ts';
import { inMemory, type PartFiles } from './partFiles.ts';

/** Pieces of files as one open file. Each is opened when it is read. */
export class JoinedFile implements OpenFile {
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
