import { messageCount, tokensIn } from '#core/conversation/contextSize.ts';
import type { LogIndex } from '#core/replay/logIndex.ts';
import type { ContextAt } from '#protocol/page.ts';

/** The model's context after a line of the shown branch, from the index alone. */
export function contextAt({ conversation }: LogIndex, line: number): ContextAt {
  const { history } = conversation;
  const size = history.at(line);
  const measured = history.measured(line);
  const messages = messageCount(size);
  return measured === undefined
    ? { messages, tokens: tokensIn(size.chars), isMeasured: false, most: tokensIn(history.largest) }
    : { messages, tokens: measured, isMeasured: true, most: history.largestMeasured };
}
