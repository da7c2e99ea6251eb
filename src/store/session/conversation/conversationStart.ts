import type { LogIndex } from '#core/index/logIndex.ts';
import type { ConversationStart } from './readConversation.ts';
import { firstRowOfLine } from '../rowPlace.ts';

/**
 * Where the model's current conversation starts, so that nothing before it has to be read.
 *
 * @returns undefined if the whole log is needed.
 */
export function conversationStart(index: LogIndex): ConversationStart | undefined {
  const { conversation, lines, transcript } = index;
  // Any other compaction keeps earlier content, or a later one may.
  const { restart } = conversation;
  const source = restart === undefined ? undefined : lines.get(restart);
  // What names entries before it, or repeats them, and who wrote it, is unknown without them.
  if (source === undefined || index.tree.hasBranches || index.lastLeftOut > source.line) {
    return undefined;
  }
  // The line may contain compactions itself, which are counted when it is read.
  let { compactions } = conversation;
  for (let row = firstRowOfLine(transcript.rows, source.line); ; row += 1) {
    const ref = transcript.rows.get(row);
    if (ref?.line !== source.line) {
      return { ...source, compactions };
    }
    compactions -= ref.kind === 'compaction' ? 1 : 0;
  }
}

/**
 * Where the conversation after a line begins, so that nothing before it need be read; undefined where
 * it may need that: in a session with branches, before a compaction, or where no line follows.
 */
export function startAfter(index: LogIndex, line: number): ConversationStart | undefined {
  const { tree, lines, transcript } = index;
  const { rows } = transcript;
  const next = tree.hasBranches || index.lastLeftOut > line ? undefined : lines.get(line + 1);
  for (let row = firstRowOfLine(rows, line + 1); row < rows.length; row += 1) {
    if (rows.kind(row) === 'compaction') {
      return undefined;
    }
  }
  return next && { ...next, compactions: 0 };
}
