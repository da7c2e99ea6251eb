import type { AgentAdapter } from '#agents/contract/adapter.ts';
import {
  isSameState,
  readRange,
  success,
  withFile,
  type FileStat,
  type FileSystem,
} from '../disk/fileSystem.ts';
import { Pacer } from '#base/pacer.ts';
import type { KnownSummary, SummaryArchive, SummaryCache } from './summaryCache.ts';
import { KeptOrder } from './keptOrder.ts';
import { decodeSummaries, encodeNewest, encodeSummaries } from './summaryFile.ts';

/** Some sixty thousand summaries. Beyond that the logs left alone longest are read again. */
export const maxFileBytes = 32 * 1024 * 1024;

export interface KeptOptions {
  readonly fileSystem: FileSystem;
  readonly adapters: readonly AgentAdapter[];
  /** Absolute native path of the file. */
  readonly file: string;
  /** Names the program that makes the summaries; what another one wrote does not count. */
  readonly writer: string;
  /** Puts bytes in a file's place in one step. */
  readonly replace: (path: string, bytes: Uint8Array) => void;
}

/**
 * Summaries in a file, so that a new window need not read all logs again. Whatever happens to the
 * file, only time is lost: it is read once, when the first log is asked for, each summary counts
 * only for the log in the very state that it was made of, and windows that write at the same time
 * lose at most each other's additions.
 */
export class KeptSummaries implements SummaryArchive {
  readonly #options: KeptOptions;
  readonly #adapters: ReadonlyMap<string, AgentAdapter>;
  /** Those that nobody asked for yet; undefined before the file was read. */
  #kept: KeptOrder | undefined;
  readonly #dropped = new Set<string>();
  /** The file as it was read or written last. */
  #stat: FileStat | undefined;
  #savedChanges = 0;
  #pruned = false;

  constructor(options: KeptOptions) {
    this.#options = options;
    this.#adapters = new Map(options.adapters.map((adapter) => [adapter.id, adapter]));
  }

  /** Before the file is read, its being there is hope enough. */
  expects(path: string): boolean {
    const { fileSystem, file } = this.#options;
    return this.#kept === undefined ? fileSystem.stat(file).ok : this.#kept.expects(path);
  }

  take(path: string): KnownSummary | undefined {
    return this.#load().get(path);
  }

  drop(path: string): void {
    this.#kept?.drop(path);
    this.#dropped.add(path);
  }

  /**
   * Writes the file anew if there is something new to keep. What other windows added to it stays;
   * logs that are gone are left out.
   *
   * @throws what the disk says; the file is as it was then. The signal's reason when it was aborted.
   */
  async save(cache: SummaryCache, signal?: AbortSignal): Promise<void> {
    const { changes } = cache;
    if (changes === this.#savedChanges) {
      return;
    }
    const kept = new Map(this.#load().all());
    for (const known of this.#added() ?? []) {
      kept.set(known.log.summary.path, known);
    }
    for (const path of this.#dropped) {
      kept.delete(path);
    }
    this.#dropped.clear();
    for (const [path, known] of cache.all()) {
      kept.set(path, known);
    }
    await this.#prune(kept, cache, signal);

    const { file, writer, replace, fileSystem } = this.#options;
    const summaries = [...kept.values()];
    replace(
      file,
      encodeSummaries(summaries, writer, maxFileBytes) ??
        encodeNewest(summaries, writer, maxFileBytes),
    );
    this.#kept = new KeptOrder(summaries);
    const stat = fileSystem.stat(file);
    this.#stat = stat.ok ? stat.value : undefined;
    this.#savedChanges = changes;
  }

  #load(): KeptOrder {
    this.#kept ??= new KeptOrder(this.#read() ?? []);
    return this.#kept;
  }

  /** What another window wrote since; undefined if none did. */
  #added(): readonly KnownSummary[] | undefined {
    const stat = this.#options.fileSystem.stat(this.#options.file);
    const isOurs = stat.ok && this.#stat !== undefined && isSameState(stat.value, this.#stat);
    return stat.ok && !isOurs ? this.#read() : undefined;
  }

  /** Undefined for a file that is missing, damaged or of another program. */
  #read(): readonly KnownSummary[] | undefined {
    const { fileSystem, file, writer } = this.#options;
    const read = withFile(fileSystem, file, (opened) => {
      this.#stat = opened.stat;
      const { size } = opened.stat;
      return size > maxFileBytes ? success(undefined) : readRange(opened, 0, size);
    });
    return read.ok && read.value !== undefined
      ? decodeSummaries(read.value, writer, this.#adapters)
      : undefined;
  }

  /** Logs that no list has asked for may be gone. Looked at once, at the first writing. */
  async #prune(
    kept: Map<string, KnownSummary>,
    cache: SummaryCache,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.#pruned) {
      return;
    }
    const pacer = new Pacer(signal);
    const asked = new Set([...cache.all()].map(([path]) => path));
    for (const path of [...kept.keys()].filter((known) => !asked.has(known))) {
      const stat = this.#options.fileSystem.stat(path);
      if (!stat.ok && stat.failure.code === 'notFound') {
        kept.delete(path);
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    this.#pruned = true;
  }
}
