import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionSummary } from '#core/session.ts';
import { nameLine, namedSummary, summarise } from '#core/summary.ts';
import {
  failure,
  isGrownFrom,
  isSameState,
  success,
  type FileStat,
  type FileSystem,
  type Result,
} from '../disk/fileSystem.ts';
import { EndsBuffer, tailBytes } from '../sources/log/endsBuffer.ts';
import { readEnds } from '../sources/log/logEnds.ts';
import type { LogFile } from '../roots/logFiles.ts';
import type { NameGap } from '../sources/log/nameSearch.ts';
import type { ScannedFile, ScannedFiles } from '../readAhead/aheadFiles.ts';

/** A log as the listing knows it. */
export interface LogSummary {
  readonly stat: FileStat;
  /** Whose log it is: by its content, and where that tells nothing, by its place. */
  readonly adapter: AgentAdapter;
  /** Number of the line that told the adapter. */
  readonly recognisedBy: number | undefined;
  readonly summary: SessionSummary;
  /**
   * Highest sequence number; undefined where the list's look at the end was too short for it, until
   * `LastSeqs` learns it, so that it is kept with the rest.
   */
  lastSeq: number | undefined;
  /** Its end gives the session a name or takes it away, which no earlier line can change. */
  readonly namedAtEnd: boolean;
}

/** What the reading of a whole log told that its two ends do not tell. */
export interface WholeReading {
  /** The log as it was read. */
  readonly stat: FileStat;
  /** Undefined if it gives the session none, or takes it away again. */
  readonly name: string | undefined;
}

/** A summary as it can be kept. */
export interface KnownSummary {
  /** The agent at whose place the log lies. */
  readonly place: AgentAdapter;
  readonly log: LogSummary;
  readonly whole: WholeReading | undefined;
}

/** Where summaries outlive this program. It only saves work: all of it may be lost or old. */
export interface SummaryArchive {
  /** Whether there is likely to be a summary of that log. */
  expects(path: string): boolean;
  /** As it was kept; whether the log still is in that state, the caller finds out. */
  take(path: string): KnownSummary | undefined;
  /** There is another summary of that log, or the log is gone. */
  drop(path: string): void;
}

export interface CacheOptions {
  readonly fileSystem: FileSystem;
  /** Of all agents, in the registry's order. */
  readonly adapters: readonly AgentAdapter[];
  readonly archive?: SummaryArchive | undefined;
  /** A session is listed otherwise from now on, though its log is as it was. */
  readonly onLearned?: (() => void) | undefined;
}

/** A file at a log's place that is plainly no log. */
interface OtherFile {
  readonly place: AgentAdapter;
  readonly stat: FileStat;
  readonly log: undefined;
}

/**
 * Summaries by path, good as long as size, mtime and inode are what they were: an unchanged log costs
 * one stat, a new or changed one the reading of its two ends.
 */
export class SummaryCache {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, KnownSummary | OtherFile>();
  readonly #whole = new Map<string, WholeReading>();
  readonly #ends = new EndsBuffer();
  #changes = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Whether a log is likely to be known, in whatever state: a hint that costs hardly anything. */
  expects(path: string): boolean {
    return this.#entries.has(path) || this.#options.archive?.expects(path) === true;
  }

  /** Grows with everything that is worth keeping. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * @param place the agent at whose place the log lies; another one's content overrules it.
   * @param files what the log is read through, if not the disk itself.
   */
  read(
    log: LogFile,
    place: AgentAdapter,
    files: ScannedFiles = this.#options.fileSystem,
  ): Result<LogSummary> {
    const { path } = log;
    const known = this.#known(path, place);
    if (known !== undefined) {
      const now = files.stat(path);
      if (now.ok && isSameState(known.log === undefined ? known.stat : known.log.stat, now.value)) {
        return known.log === undefined ? failure(path, 'notASession') : success(known.log);
      }
    }
    const opened = files.open(path);
    if (!opened.ok) {
      this.#entries.delete(path);
      return opened;
    }
    const file = opened.value;
    try {
      const read = this.#summaryOf(log, place, file);
      if (!read.ok) {
        this.#entries.delete(path);
        return read;
      }
      const { value } = read;
      this.#changes += 1;
      if (value === undefined) {
        this.#entries.set(path, { place, stat: file.stat, log: undefined });
        return failure(path, 'notASession');
      }
      if (value.namedAtEnd) {
        // When the log has grown past it, nothing before this needs to be searched for a name.
        this.#whole.set(path, { stat: value.stat, name: value.summary.name });
      }
      this.#entries.set(path, { place, log: value, whole: undefined });
      return success(value);
    } finally {
      file.close();
    }
  }

  /** Remembers what only the whole log tells, until its end says otherwise. */
  learn(path: string, whole: WholeReading): void {
    if (this.remember(path, whole)) {
      this.#options.onLearned?.();
    }
  }

  /** The same without telling anybody. @returns whether the session is listed otherwise from now on. */
  remember(path: string, whole: WholeReading): boolean {
    const entry = this.#entries.get(path);
    const listed = entry?.log;
    const known = this.#whole.get(path);
    const isNews =
      known === undefined
        ? listed === undefined || hasGap(listed) || listed.summary.name !== nameLine(whole.name)
        : known.name !== whole.name || !isGrownFrom(known.stat, whole.stat);
    const isOlder = known !== undefined && known.stat.size > whole.stat.size;
    if ((!isNews && known === undefined) || (isOlder && isGrownFrom(whole.stat, known.stat))) {
      return false;
    }
    this.#whole.set(path, whole);
    if (!isNews) {
      return false;
    }
    this.#changes += 1;
    if (entry === undefined || listed === undefined) {
      return false;
    }
    const { namedAtEnd, stat } = listed;
    const summary = namedAtEnd ? listed.summary : this.#named(listed.summary, stat);
    this.#entries.set(path, { ...entry, log: { ...listed, summary } });
    return summary.name !== listed.summary.name;
  }

  /** Where a log may hold a name that is not listed; undefined if nowhere. */
  nameGap(path: string): NameGap | undefined {
    const log = this.#entries.get(path)?.log;
    if (log === undefined || log.namedAtEnd || !hasGap(log)) {
      return undefined;
    }
    const { adapter, stat, summary } = log;
    const whole = this.#whole.get(path);
    if (whole === undefined || !isGrownFrom(whole.stat, stat)) {
      return { adapter, stat, from: 0, name: summary.name };
    }
    // The last line may have been unfinished when the log was read.
    const from = Math.max(0, whole.stat.size - tailBytes);
    return isSameState(whole.stat, stat) ? undefined : { adapter, stat, from, name: whole.name };
  }

  forget(path: string): void {
    this.#whole.delete(path);
    this.#options.archive?.drop(path);
    if (this.#entries.delete(path)) {
      this.#changes += 1;
    }
  }

  /** All that is worth keeping, by path. */
  *all(): Iterable<readonly [string, KnownSummary]> {
    for (const [path, { place, log }] of this.#entries) {
      if (log !== undefined) {
        yield [path, { place, log, whole: this.#whole.get(path) }];
      }
    }
  }

  /** What is known of a log at that place, in whatever state the log is by now. */
  #known(path: string, place: AgentAdapter): KnownSummary | OtherFile | undefined {
    let known = this.#entries.get(path);
    if (known === undefined) {
      const kept = this.#options.archive?.take(path);
      if (kept !== undefined) {
        known = kept;
        this.#entries.set(path, kept);
        if (kept.whole !== undefined) {
          this.#whole.set(path, kept.whole);
        }
      }
    }
    const told = known?.log?.recognisedBy !== undefined;
    return told || known?.place === place ? known : undefined;
  }

  /** Undefined for a file that is plainly no log. */
  #summaryOf(log: LogFile, place: AgentAdapter, file: ScannedFile): Result<LogSummary | undefined> {
    const read = readEnds(file, place, this.#options.adapters, file.ends ?? this.#ends);
    if (!read.ok || read.value === undefined) {
      return read.ok ? success(undefined) : read;
    }
    const { stat } = file;
    const ends = read.value;
    const { adapter, tail } = ends;
    const summary = summarise({
      agent: adapter.id,
      path: log.path,
      fallbackId: () => adapter.layout.fallbackId(log.segments) || (log.segments.at(-1) ?? ''),
      head: ends.head,
      tail,
      tornPreview: ends.tornPreview,
      lastTime: ends.lastTime,
      isDatedByStart: ends.isUndated && adapter.isDatedByHeader === true,
      isTitledByAnswer: adapter.isTitledByAnswer === true,
      isEmpty: ends.isEmpty,
      size: stat.size,
      modifiedAt: Math.floor(stat.mtimeMs),
    });
    const namedAtEnd = tail.length > 0;
    return success({
      stat,
      adapter,
      recognisedBy: ends.recognisedBy,
      summary: namedAtEnd ? summary : this.#named(summary, stat),
      lastSeq: ends.lastSeq,
      namedAtEnd,
    });
  }

  /** The summary with the name that a reading of the whole log told, where that still holds. */
  #named(summary: SessionSummary, stat: FileStat): SessionSummary {
    const whole = this.#whole.size === 0 ? undefined : this.#whole.get(summary.path);
    return whole === undefined || !isGrownFrom(whole.stat, stat)
      ? summary
      : namedSummary(summary, whole.name);
  }
}

/** Whether a name can stand where the list does not look. */
function hasGap({ adapter, stat }: LogSummary): boolean {
  return adapter.nameMark !== undefined && stat.size > EndsBuffer.room;
}
