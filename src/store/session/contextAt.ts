import { messageCount, tokensIn } from '#core/conversation/contextSize.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import { parseRowId } from '#core/rows/rowId.ts';
import type { ContextAt } from '#protocol/page.ts';

/** The model's context at a row, from the index alone; undefined if the row is gone. */
export function contextAt({ conversation }: LogIndex, rowId: string): ContextAt | undefined {
  const { line } = parseRowId(rowId) ?? {};
  if (line === undefined) {
    return undefined;
  }
  const { history } = conversation;
  const size = history.at(line);
  const measured = history.measured(line);
  const messages = messageCount(size);
  return measured === undefined
    ? { messages, tokens: tokensIn(size.chars), isMeasured: false, most: tokensIn(history.largest) }
    : { messages, tokens: measured, isMeasured: true, most: history.largestMeasured };
}
