import type { Pacer } from '#base/pacer.ts';
import { t } from '#base/l10n.ts';
import type { Source } from '#core/source.ts';
import {
  failed,
  readRange,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { fileMayShow } from './fileMayShow.ts';
import { SnapshotBackward, SnapshotReading, type Snapshot } from './snapshotReading.ts';
import type { SessionSource, SoughtText } from './source.ts';

/** A text in V8 is no longer than that, and a session of this kind is held whole while it is read. */
export const maxWholeBytes = 256 * 1024 * 1024;

/** A session in one file that is taken as a whole. */
export abstract class WholeFileSource implements SessionSource {
  constructor(
    protected readonly fileSystem: FileSystem,
    protected readonly path: string,
  ) {}

  stat(): Result<FileStat> {
    return this.fileSystem.stat(this.path);
  }

  read(from?: Source): SnapshotReading {
    return new SnapshotReading(() => this.#snapshot(), from);
  }

  readBackward(): SnapshotBackward {
    return new SnapshotBackward(() => this.#snapshot());
  }

  /** What one record says may be put together from several lines. */
  mayShow(text: SoughtText, pacer: Pacer): Promise<boolean> {
    return fileMayShow(this.fileSystem, this.path, text, false, pacer);
  }

  /** @param bytes of the whole file. */
  protected abstract snapshotOf(bytes: Buffer, stat: FileStat): Result<Snapshot>;

  #snapshot(): Result<Snapshot> {
    return withFile(this.fileSystem, this.path, (file) => {
      const { stat } = file;
      if (stat.size > maxWholeBytes) {
        return failed(t('{0} exceeds the limit of 256 MB and was not read.', this.path));
      }
      const bytes = readRange(file, 0, stat.size);
      return bytes.ok ? this.snapshotOf(bytes.value, stat) : bytes;
    });
  }
}
