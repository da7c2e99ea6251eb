import { EndLines } from './endLines.ts';
import { withFile, type FileSystem } from '../../disk/fileSystem.ts';
import { LinesBackward } from './linesBackward.ts';
import type { LogSummary } from '../../list/summaryCache.ts';

/**
 * The last sequence numbers of logs, which put sessions of one moment in order. Hardly any log is
 * asked for, so a last line that is longer than the list's look at the end is read only then, and once;
 * the cache keeps what was found.
 */
export class LastSeqs {
  readonly #fileSystem: FileSystem;

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** 0 for a log that has none, or that cannot be read now. */
  of(log: LogSummary): number {
    log.lastSeq ??= this.#read(log);
    return log.lastSeq;
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
