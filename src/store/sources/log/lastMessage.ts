import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { messagePreview } from '#core/summary.ts';
import { EndLines } from './endLines.ts';
import {
  isGrownFrom,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { LinesBackward } from './linesBackward.ts';
import type { Pacer } from '#base/pacer.ts';

/**
 * The last message of the user as the list would show it; undefined if the log holds none. A long
 * answer may follow it, so the log is read back until it is found.
 */
export async function readLastMessage(
  fileSystem: FileSystem,
  path: string,
  adapter: AgentAdapter,
  pacer: Pacer,
): Promise<Result<string | undefined>> {
  const lines = new EndLines(adapter);
  let first: FileStat | undefined;
  let backward = new LinesBackward(0);
  for (;;) {
    const read = withFile(fileSystem, path, (file) => {
      if (first === undefined || !isGrownFrom(first, file.stat)) {
        first = file.stat;
        backward = new LinesBackward(file.stat.size);
      }
      return backward.read(file, (bytes, start, end, offset) => {
        const events = lines.read(bytes, start, end, offset);
        return events.findLast((event) => event.kind === 'userMessage') ?? spent(lines);
      });
    });
    if (!read.ok) {
      return read;
    }
    if (typeof read.value === 'object') {
      return success(messagePreview(read.value));
    }
    if (read.value === 'spent' || backward.isDone) {
      return success(undefined);
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}

function spent(lines: EndLines): 'spent' | undefined {
  return lines.isSpent ? 'spent' : undefined;
}
