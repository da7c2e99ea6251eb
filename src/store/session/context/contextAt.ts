import { messageCount, tokensIn } from '#core/conversation/contextSize.ts';
import { contextWindow } from '#core/conversation/contextWindow.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import { parseRowId } from '#core/rows/rowId.ts';
import type { ContextAt } from '#protocol/pages/page.ts';

/** The model's context at a row; undefined if the row is gone. */
export function contextAt(index: LogIndex, rowId: string): ContextAt | undefined {
  const { line } = parseRowId(rowId) ?? {};
  if (line === undefined) {
    return undefined;
  }
  const messages = messageCount(index.conversation.history.at(line));
  const window = contextWindowAt(index, line);
  return { messages, ...tokensAt(index, line), ...(window === undefined ? {} : { window }) };
}

function tokensAt({ conversation: { history } }: LogIndex, line: number) {
  const measured = history.measured(line);
  return measured === undefined
    ? {
        tokens: tokensIn(history.at(line).chars),
        isMeasured: false,
        most: tokensIn(history.largest),
      }
    : { tokens: measured.tokens, isMeasured: true, most: history.largestMeasured };
}

/** Tokens that the model's context holds at a line; undefined if unknown. */
export function contextWindowAt(index: LogIndex, line: number): number | undefined {
  const { history } = index.conversation;
  const measured = history.measured(line);
  const named = measured?.line ?? history.lastAnswer(line) ?? history.lastAnswer(Infinity);
  const { tokens, most } = tokensAt(index, line);
  return (
    measured?.window ?? contextWindow(index.models.at(named ?? Infinity), Math.max(tokens, most))
  );
}
