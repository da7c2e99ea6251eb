import type { LogIndex } from '#core/replay/logIndex.ts';
import type { ConversationStart } from './readConversation.ts';
import { firstRowOfLine } from './rowPlace.ts';

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
  if (source === undefined) {
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
