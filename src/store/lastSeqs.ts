import { EndLines } from './endLines.ts';
import { withFile, type FileSystem } from './fileSystem.ts';
import { LinesBackward } from './linesBackward.ts';
import type { LogSummary } from './summaryCache.ts';

/**
 * The last sequence numbers of logs, which put sessions of one moment in order. Hardly any log is
 * asked for, so a last line that is longer than the list's look at the end is read only then, and once.
 */
export class LastSeqs {
  readonly #fileSystem: FileSystem;
  readonly #found = new WeakMap<LogSummary, number>();

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** 0 for a log that has none, or that cannot be read now. */
  of(log: LogSummary): number {
    const known = log.lastSeq ?? this.#found.get(log);
    if (known !== undefined) {
      return known;
    }
    const seq = this.#read(log);
    this.#found.set(log, seq);
    return seq;
  }

  #read({ adapter, stat, summary }: LogSummary): number {
    const lines = new EndLines(adapter);
    const backward = new LinesBackward(stat.size);
    let isRead = true;
    while (isRead && lines.lastSeq === 0 && !backward.isDone && !lines.isSpent) {
      const read = withFile(this.#fileSystem, summary.path, (file) =>
        backward.read(file, (bytes, start, end, offset) => {
          lines.read(bytes, start, end, offset);
          return lines.lastSeq > 0 || lines.isSpent || undefined;
        }),
      );
      isRead = read.ok;
    }
    return lines.lastSeq;
  }
}
