import { createHash } from 'node:crypto';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import {
  isSameState,
  readRange,
  withFile,
  type FileStat,
  type FileSystem,
} from '../disk/fileSystem.ts';
import { Pacer } from '#base/pacer.ts';
import type { CachedSession } from './summaryReader.ts';
import type { SummaryCache } from './summaryCache.ts';

/** Some sixty thousand summaries. Beyond that the sessions left alone longest are read again. */
export const maxFileBytes = 32 * 1024 * 1024;
/** Changes with the form of the file. What is in the summaries, the writer's name stands for. */
const formatVersion = 8;
const formatName = 'session-browser.summaries';

export interface SummaryFileOptions {
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
 * The file in which summaries outlive a window, so that the next need not read all sessions again.
 * Whatever happens to it, only time is lost: each summary counts only for the session in the very state
 * that it was made of, and windows that write at the same time lose at most each other's additions.
 */
export class SummaryFile {
  /** The file as it was read or written last. */
  #stat: FileStat | undefined;
  #savedChanges = 0;
  #isPruned = false;

  constructor(private readonly options: SummaryFileOptions) {}

  /** Empty for a file that is missing, damaged or of another program. */
  load(): Map<string, CachedSession> {
    const { fileSystem, file } = this.options;
    const read = withFile(fileSystem, file, (opened) => {
      const { size } = (this.#stat = opened.stat);
      return size > maxFileBytes ? undefined : readRange(opened, 0, size);
    });
    return read.ok && read.value !== undefined ? this.#decode(read.value) : new Map<never, never>();
  }

  /**
   * Writes the file anew if there is something new to save. What other windows added to it stays;
   * sessions that are gone are left out.
   *
   * @throws what the disk says; the file is as it was then. The signal's reason when it was aborted.
   */
  async save(cache: SummaryCache, signal?: AbortSignal): Promise<void> {
    const { changes } = cache;
    if (changes === this.#savedChanges) {
      return;
    }
    const { file, replace, fileSystem } = this.options;
    const now = fileSystem.stat(file);
    if (now.ok && (this.#stat === undefined || !isSameState(now.value, this.#stat))) {
      cache.join(this.load());
      this.#isPruned = false;
    }
    if (!this.#isPruned) {
      await this.#prune(cache, signal);
      this.#isPruned = true;
    }
    replace(file, this.#encode(cache.entries));
    const stat = fileSystem.stat(file);
    this.#stat = stat.ok ? stat.value : undefined;
    this.#savedChanges = changes;
  }

  /** Sessions of folders that are not open may be gone. */
  async #prune(cache: SummaryCache, signal: AbortSignal | undefined): Promise<void> {
    const pacer = new Pacer(signal);
    for (const path of [...cache.entries.keys()]) {
      const stat = this.options.fileSystem.stat(path);
      if (!stat.ok && stat.failure.code === 'notFound') {
        cache.forget(path);
      }
      await pacer.pauseIfDue();
    }
  }

  #encode(entries: ReadonlyMap<string, CachedSession>): Uint8Array {
    const newestFirst = [...entries.values()].sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
    const rows: string[] = [];
    let left = maxFileBytes - 1_000 - this.options.writer.length;
    for (const session of newestFirst) {
      const row = JSON.stringify({ ...session, place: session.place.id, adapter: undefined });
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
  #decode(bytes: Buffer): Map<string, CachedSession> {
    const entries = new Map<string, CachedSession>();
    const end = bytes.indexOf(0x0a);
    const body = bytes.subarray(end + 1);
    if (bytes.toString('utf8', 0, Math.max(0, end)) !== this.#headOf(body)) {
      return entries;
    }
    const byId = new Map(this.options.adapters.map((adapter) => [adapter.id, adapter]));
    for (const row of JSON.parse(body.toString('utf8')) as readonly Row[]) {
      const place = byId.get(row.place);
      const adapter = byId.get(row.summary.agent);
      if (place !== undefined && adapter !== undefined) {
        entries.set(row.summary.path, { ...row, place, adapter });
      }
    }
    return entries;
  }

  #headOf(body: Uint8Array): string {
    const sha256 = createHash('sha256').update(body).digest('base64');
    const { writer } = this.options;
    return JSON.stringify({ format: formatName, version: formatVersion, writer, sha256 });
  }
}

/** With the ID of the agent at whose place it lies; its own agent's is in its summary. */
interface Row extends Omit<CachedSession, 'place' | 'adapter'> {
  readonly place: string;
}
