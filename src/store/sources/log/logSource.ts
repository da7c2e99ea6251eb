import type { Pacer } from '#base/pacer.ts';
import type { Source } from '#core/events/decodedLine.ts';
import type { FileStat, FileSystem, Result } from '../../disk/fileSystem.ts';
import { logLimit } from '../../disk/sizeLimits.ts';
import { fileMightContain } from '../records/fileMightContain.ts';
import type {
  BackwardReading,
  RecordReading,
  SessionSource,
  SoughtText,
} from '../records/source.ts';
import { LinesBackward } from './linesBackward.ts';
import { LogReading } from './logReading.ts';

/** A log: a file with a JSON object on each line, to which its agent appends. */
export class LogSource implements SessionSource {
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly path: string,
  ) {}

  stat(): Result<FileStat> {
    return this.fileSystem.stat(this.path);
  }

  read(from?: Source): RecordReading {
    return new LogReading(this.fileSystem, this.path, from);
  }

  readBackward(): BackwardReading {
    return new LinesBackward(this.fileSystem, this.path);
  }

  mightContain(text: SoughtText, pacer: Pacer): Promise<boolean> {
    return fileMightContain(this.fileSystem, this.path, text, true, pacer, logLimit);
  }
}
