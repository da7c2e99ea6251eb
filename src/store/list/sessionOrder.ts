import type { SessionSummary } from '#core/session.ts';
import type { FileIdentity, FileSystem } from '../disk/fileSystem.ts';
import type { LastSeqs } from '../sources/log/lastSeqs.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { LogSummary } from './summaryCache.ts';

/** With more changes than this between two lists, all is sorted anew. */
const maxMoved = 100;

type Compare = (a: LogSummary, b: LogSummary) => number;

/**
 * One folder's sessions, newest first and each once, however often its log was reached. From one list
 * to the next hardly any of them changes, so the last order is kept and only these are moved.
 */
export class SessionOrder {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #seqs: LastSeqs;
  /** As they were found last. */
  #found: readonly LogSummary[] = [];
  #sorted: LogSummary[] = [];
  #summaries: readonly SessionSummary[] = [];

  constructor(fileSystem: FileSystem, style: PathStyle, seqs: LastSeqs) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#seqs = seqs;
  }

  /** @param found in the order of the scan; of a log that is there twice the first counts. */
  sort(found: readonly LogSummary[]): readonly SessionSummary[] {
    const moved = this.#moved(found);
    if (moved === undefined) {
      this.#sorted = sortedLogs(this.#unique(found), this.#newestFirst);
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
        if (other !== undefined && this.#newestFirst(other, log) <= 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      this.#sorted.splice(low, 0, log);
    }
  }

  /** Keen's own order: time of the last change, then the higher sequence number; then any fixed one. */
  readonly #newestFirst = (a: LogSummary, b: LogSummary): number =>
    b.summary.updatedAt - a.summary.updatedAt ||
    fractionOf(b) - fractionOf(a) ||
    this.#seqs.of(b) - this.#seqs.of(a) ||
    (a.summary.id < b.summary.id ? -1 : a.summary.id > b.summary.id ? 1 : 0);

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

/**
 * Sorted by one number for each log, its age and its place, as long as both have room in one; then
 * those of one moment among themselves. A third of the time that comparing pairs of logs takes.
 */
function sortedLogs(logs: LogSummary[], newestFirst: Compare): LogSummary[] {
  const { length } = logs;
  const keys = new Float64Array(length);
  let newest = -Infinity;
  let oldest = Infinity;
  for (const [index, { summary }] of logs.entries()) {
    keys[index] = summary.updatedAt;
    newest = Math.max(newest, summary.updatedAt);
    oldest = Math.min(oldest, summary.updatedAt);
  }
  if (
    !((newest - oldest + 1) * length < Number.MAX_SAFE_INTEGER) ||
    !keys.every(Number.isInteger)
  ) {
    return logs.sort(newestFirst);
  }
  for (let index = 0; index < length; index += 1) {
    keys[index] = (newest - (keys[index] ?? 0)) * length + index;
  }
  keys.sort();
  const sorted: LogSummary[] = [];
  let moment: LogSummary[] = [];
  for (const key of keys) {
    const log = logs[key % length];
    if (log === undefined) {
      continue;
    }
    if (moment[0]?.summary.updatedAt !== log.summary.updatedAt) {
      addTo(sorted, moment, newestFirst);
      moment = [];
    }
    moment.push(log);
  }
  addTo(sorted, moment, newestFirst);
  return sorted;
}

function addTo(sorted: LogSummary[], moment: LogSummary[], newestFirst: Compare): void {
  if (moment.length > 1) {
    moment.sort(newestFirst);
  }
  for (const log of moment) {
    sorted.push(log);
  }
}

function isSameFile(a: LogSummary, b: LogSummary): boolean {
  return (
    a.stat.identity !== undefined &&
    a.stat.identity === b.stat.identity &&
    a.summary.path === b.summary.path
  );
}

/** Of a session whose last change is the file's, the part of its time below a millisecond. */
function fractionOf({ stat, summary }: LogSummary): number {
  return Math.floor(stat.mtimeMs) === summary.updatedAt ? stat.mtimeMs - summary.updatedAt : 0;
}
