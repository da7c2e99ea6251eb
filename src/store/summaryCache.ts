import type { AgentAdapter } from '#agents/adapter.ts';
import type { SessionSummary } from '#core/session.ts';
import { summarise } from '#core/summary.ts';
import {
  failure,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
} from './fileSystem.ts';
import { newScratch, readEnds } from './logEnds.ts';
import type { LogFile } from './logFiles.ts';

/** A log as the listing knows it. */
export interface LogSummary {
  readonly stat: FileStat;
  readonly summary: SessionSummary;
  /** Highest sequence number near the log's ends: orders sessions of one moment. */
  readonly lastSeq: number;
}

interface Entry {
  readonly stat: FileStat;
  readonly adapter: AgentAdapter;
  readonly result: Result<LogSummary>;
}

/**
 * Summaries by path, good as long as size, mtime and inode are what they were: an unchanged log costs
 * one stat, a new or changed one the reading of its two ends.
 */
export class SummaryCache {
  readonly #fileSystem: FileSystem;
  readonly #entries = new Map<string, Entry>();
  readonly #scratch = newScratch();

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** A log without a single byte has nothing to list, so it is a failure with a sentence. */
  read(log: LogFile, adapter: AgentAdapter): Result<LogSummary> {
    const known = this.#entries.get(log.path);
    if (known?.adapter === adapter) {
      const now = this.#fileSystem.stat(log.path);
      if (now.ok && isSameState(known.stat, now.value)) {
        return known.result;
      }
    }
    this.#entries.delete(log.path);
    return withFile(this.#fileSystem, log.path, (file) => {
      const result = summaryOf(log, adapter, file, this.#scratch);
      if (result.ok || result.failure.code === 'empty') {
        this.#entries.set(log.path, { stat: file.stat, adapter, result });
      }
      return result;
    });
  }

  forget(path: string): void {
    this.#entries.delete(path);
  }
}

/** Whether a file is in the state that was seen before, as far as a stat can tell. */
export function isSameState(a: FileStat, b: FileStat): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.identity === b.identity;
}

function summaryOf(
  log: LogFile,
  adapter: AgentAdapter,
  file: OpenFile,
  scratch: Buffer,
): Result<LogSummary> {
  const { stat } = file;
  if (stat.size === 0) {
    return failure(log.path, 'empty');
  }
  const ends = readEnds(file, adapter, scratch);
  if (!ends.ok) {
    return ends;
  }
  const { head, tail, tornPreview, problems, lastSeq, lastTime } = ends.value;
  const summary = summarise({
    agent: adapter.id,
    path: log.path,
    fallbackId: adapter.layout.fallbackId(log.segments),
    head,
    tail,
    tornPreview,
    lastTime,
    size: stat.size,
    modifiedAt: Math.floor(stat.mtimeMs),
    problems,
  });
  return success({ stat, summary, lastSeq });
}
