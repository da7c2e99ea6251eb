import type { LogIndex } from '#core/replay/logIndex.ts';
import type { ConversationStart } from './readConversation.ts';
import { firstRowOfLine } from './rowPlace.ts';

/**
 * Where the conversation begins that a model would get now, so that nothing before it need be read.
 *
 * @returns undefined where the whole log is needed.
 */
export function conversationStart(index: LogIndex): ConversationStart | undefined {
  const { conversation, lines, transcript } = index;
  // Any other compaction keeps, or a later one may keep, what lies before.
  const { restart } = conversation;
  const source = restart === undefined ? undefined : lines.get(restart);
  if (source === undefined) {
    return undefined;
  }
  // The line may itself hold compactions; reading it counts them.
  let { compactions } = conversation;
  for (let row = firstRowOfLine(transcript.rows, source.line); ; row += 1) {
    const ref = transcript.rows.get(row);
    if (ref?.line !== source.line) {
      return { ...source, compactions };
    }
    compactions -= ref.kind === 'compaction' ? 1 : 0;
  }
}
