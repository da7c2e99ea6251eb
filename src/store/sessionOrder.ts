import type { SessionSummary } from '#core/session.ts';
import type { FileIdentity, FileSystem } from './fileSystem.ts';
import type { PathStyle } from './pathStyle.ts';
import type { LogSummary } from './summaryCache.ts';

/** With more changes than this between two lists, all is sorted anew. */
const maxMoved = 100;

/**
 * One folder's sessions, newest first and each once, however often its log was reached. From one list
 * to the next hardly any of them changes, so the last order is kept and only these are moved.
 */
export class SessionOrder {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  /** As they were found last. */
  #found: readonly LogSummary[] = [];
  #sorted: LogSummary[] = [];
  #summaries: readonly SessionSummary[] = [];

  constructor(fileSystem: FileSystem, style: PathStyle) {
    this.#fileSystem = fileSystem;
    this.#style = style;
  }

  /** @param found in the order of the scan; of a log that is there twice the first counts. */
  sort(found: readonly LogSummary[]): readonly SessionSummary[] {
    const moved = this.#moved(found);
    if (moved === undefined) {
      this.#sorted = this.#unique(found).sort(newestFirst);
    } else if (moved.size === 0) {
      return this.#summaries;
    } else {
      this.#move(moved);
    }
    this.#found = found;
    this.#summaries = this.#sorted.map(({ summary }) => summary);
    return this.#summaries;
  }

  /** What changed since the last time, by what it was; undefined if that is not all there is to it. */
  #moved(found: readonly LogSummary[]): ReadonlyMap<LogSummary, LogSummary> | undefined {
    const before = this.#found;
    if (found.length !== before.length || this.#sorted.length !== before.length) {
      return undefined;
    }
    const moved = new Map<LogSummary, LogSummary>();
    for (const [index, log] of before.entries()) {
      const now = found[index];
      if (now !== undefined && now !== log) {
        if (!isSameFile(log, now) || moved.size === maxMoved) {
          return undefined;
        }
        moved.set(log, now);
      }
    }
    return moved;
  }

  #move(moved: ReadonlyMap<LogSummary, LogSummary>): void {
    this.#sorted = this.#sorted.filter((log) => !moved.has(log));
    for (const log of moved.values()) {
      let low = 0;
      let high = this.#sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        const other = this.#sorted[middle];
        if (other !== undefined && newestFirst(other, log) <= 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      this.#sorted.splice(low, 0, log);
    }
  }

  /** By what the file is, not by its path: a log reached twice is one session. */
  #unique(found: readonly LogSummary[]): LogSummary[] {
    const seen = new Set<FileIdentity>();
    const logs: LogSummary[] = [];
    for (const log of found) {
      if (seen.add(this.#identify(log)).size > logs.length) {
        logs.push(log);
      }
    }
    return logs;
  }

  #identify({ stat, summary }: LogSummary): FileIdentity {
    if (stat.identity !== undefined) {
      return stat.identity;
    }
    const real = this.#fileSystem.realpath(summary.path);
    return this.#style.key(real.ok ? real.value : summary.path);
  }
}

function isSameFile(a: LogSummary, b: LogSummary): boolean {
  return (
    a.stat.identity !== undefined &&
    a.stat.identity === b.stat.identity &&
    a.summary.path === b.summary.path
  );
}

/** Keen's own order: time of the last change, then the higher sequence number; then any fixed one. */
function newestFirst(a: LogSummary, b: LogSummary): number {
  return (
    b.summary.updatedAt - a.summary.updatedAt ||
    b.lastSeq - a.lastSeq ||
    (a.summary.id < b.summary.id ? -1 : a.summary.id > b.summary.id ? 1 : 0)
  );
}
