import { createHash } from 'node:crypto';
import { Pacer } from '#base/pacer.ts';
import { isSameState, readRange, withFile, type FileStat, type FileSystem } from './fileSystem.ts';

/** What a file keeps of sessions, by their paths. */
export interface SavedEntries<Entry> {
  /** Grows with everything that is worth saving. */
  readonly changes: number;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Takes over what another window has and this one does not. */
  join(others: ReadonlyMap<string, Entry>): void;
  forget(path: string): void;
}

/** Where the file is, and who writes it. */
export interface SavePlace {
  readonly fileSystem: FileSystem;
  /** Absolute native path of the file. */
  readonly file: string;
  /** Names the program that makes the entries; what another one wrote does not count. */
  readonly writer: string;
  /** Puts bytes in a file's place in one step. */
  readonly replace: (path: string, bytes: Uint8Array) => void;
}

interface SavedForm<Entry> {
  /** Names what is kept. */
  readonly format: string;
  /** Changes with the form of the file. What is in the entries, the writer's name stands for. */
  readonly version: number;
  /** Beyond that, the sessions left alone longest are left out. */
  readonly maxBytes: number;
  /** As JSON has it. */
  readonly encode: (entry: Entry, path: string) => unknown;
  /** Undefined for what no longer counts. @param row as this program encoded it. */
  readonly decode: (row: unknown) => readonly [path: string, entry: Entry] | undefined;
}

/**
 * A file in which what is known of sessions outlives a window, so that the next need not read them all
 * again. Whatever happens to it, only time is lost: each entry counts only for the session in the very
 * state that it was made of, and windows that write at the same time lose at most each other's additions.
 */
export class SavedFile<Entry extends { readonly stat: FileStat }> {
  /** The file as it was read or written last. */
  #stat: FileStat | undefined;
  #savedChanges = 0;
  #isPruned = false;

  constructor(
    private readonly place: SavePlace,
    private readonly form: SavedForm<Entry>,
  ) {}

  /** Empty for a file that is missing, damaged or of another program. */
  load(): Map<string, Entry> {
    const { fileSystem, file } = this.place;
    const read = withFile(fileSystem, file, (opened) => {
      const { size } = (this.#stat = opened.stat);
      return size > this.form.maxBytes ? undefined : readRange(opened, 0, size);
    });
    return read.ok && read.value !== undefined ? this.#decode(read.value) : new Map<never, never>();
  }

  /**
   * Writes the file anew if there is something new to save. What other windows added to it stays;
   * sessions that are gone are left out.
   *
   * @throws what the disk says; the file is as it was then. The signal's reason when it was aborted.
   */
  async save(saved: SavedEntries<Entry>, signal?: AbortSignal): Promise<void> {
    const { changes } = saved;
    if (changes === this.#savedChanges) {
      return;
    }
    const { file, replace, fileSystem } = this.place;
    const now = fileSystem.stat(file);
    if (now.ok && (this.#stat === undefined || !isSameState(now.value, this.#stat))) {
      saved.join(this.load());
      this.#isPruned = false;
    }
    if (!this.#isPruned) {
      await this.#prune(saved, signal);
      this.#isPruned = true;
    }
    replace(file, this.#encode(saved.entries));
    const stat = fileSystem.stat(file);
    this.#stat = stat.ok ? stat.value : undefined;
    this.#savedChanges = changes;
  }

  /** Sessions of folders that are not open may be gone. */
  async #prune(saved: SavedEntries<Entry>, signal: AbortSignal | undefined): Promise<void> {
    const pacer = new Pacer(signal);
    for (const path of [...saved.entries.keys()]) {
      const stat = this.place.fileSystem.stat(path);
      if (!stat.ok && stat.failure.code === 'notFound') {
        saved.forget(path);
      }
      await pacer.pauseIfDue();
    }
  }

  #encode(entries: ReadonlyMap<string, Entry>): Uint8Array {
    const newestFirst = [...entries].sort(([, a], [, b]) => b.stat.mtimeMs - a.stat.mtimeMs);
    const rows: string[] = [];
    let left = this.form.maxBytes - 1_000 - this.place.writer.length;
    for (const [path, entry] of newestFirst) {
      const row = JSON.stringify(this.form.encode(entry, path));
      left -= Buffer.byteLength(row) + 1;
      if (left < 0) {
        break;
      }
      rows.push(row);
    }
    const body = Buffer.from(`[${rows.join(',')}]`);
    return Buffer.concat([Buffer.from(`${this.#headOf(body)}\n`), body]);
  }

  /** The very bytes that this program wrote, or nothing: so they need no other check. */
  #decode(bytes: Buffer): Map<string, Entry> {
    const end = bytes.indexOf(0x0a);
    const body = bytes.subarray(end + 1);
    if (bytes.toString('utf8', 0, Math.max(0, end)) !== this.#headOf(body)) {
      return new Map<never, never>();
    }
    const rows = JSON.parse(body.toString('utf8')) as readonly unknown[];
    return new Map(rows.map(this.form.decode).filter((entry) => entry !== undefined));
  }

  #headOf(body: Uint8Array): string {
    const sha256 = createHash('sha256').update(body).digest('base64');
    const { format, version } = this.form;
    return JSON.stringify({ format, version, writer: this.place.writer, sha256 });
  }
}
