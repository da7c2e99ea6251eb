import type { AgentAdapter } from '#agents/adapter.ts';
import { messagePreview } from '#core/summary.ts';
import { EndLines } from './endLines.ts';
import { headBytes, tailBytes, tailIn } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from './fileSystem.ts';
import { lastEnd, lineBefore } from './logTail.ts';

/** The last message of the user as the list would show it; undefined if the tail holds none. */
export function readLastMessage(file: OpenFile, adapter: AgentAdapter): Result<string | undefined> {
  const { size } = file.stat;
  const from = size <= headBytes + tailBytes ? 0 : size - tailBytes;
  const read = readRange(file, from, size);
  if (!read.ok) {
    return read;
  }
  const window = tailIn(read.value, from);
  const lines = new EndLines(adapter);
  const last = lastEnd(window);
  for (let end = last.ok ? last.value : -1; end >= 0;) {
    const start = lineBefore(window, end);
    if (!start.ok || start.value === undefined || lines.isSpent) {
      break;
    }
    const events = lines.read(window.bytes, start.value, end, from);
    const message = events.findLast((event) => event.kind === 'userMessage');
    if (message !== undefined) {
      return success(messagePreview(message));
    }
    end = start.value - 1;
  }
  return success(undefined);
}
