import { messageCount, tokensIn } from '#core/conversation/contextSize.ts';
import { contextWindow } from '#core/conversation/contextWindow.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import { parseRowId } from '#core/rows/rowId.ts';
import type { ContextAt } from '#protocol/pages/page.ts';
import { ownDecode } from '../sources/log/ownRecords.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import type { SessionReader } from './sessionReader.ts';

/**
 * The model's context at a row; undefined if the row is gone. Read is only the record that names the
 * model.
 */
export function contextAt(
  { indexed: { index, reading }, session }: Pick<SessionReader, 'indexed' | 'session'>,
  rowId: string,
): ContextAt | undefined {
  const { line } = parseRowId(rowId) ?? {};
  if (line === undefined) {
    return undefined;
  }
  const { history } = index.conversation;
  const size = history.at(line);
  const measured = history.measured(line);
  const shown =
    measured === undefined
      ? { tokens: tokensIn(size.chars), isMeasured: false, most: tokensIn(history.largest) }
      : { tokens: measured.tokens, isMeasured: true, most: history.largestMeasured };
  const named = measured?.line ?? history.lastAnswer(line) ?? history.lastAnswer(Infinity);
  const window =
    measured?.window ?? contextWindow(modelAt(named), Math.max(shown.tokens, shown.most));
  return { messages: messageCount(size), ...shown, ...(window === undefined ? {} : { window }) };

  function modelAt(place: number | undefined): string {
    const source = place === undefined ? undefined : index.lines.get(place);
    const { adapter } = session;
    if (source === undefined || adapter.modelIn === undefined) {
      return '';
    }
    const decode = ownDecode(session);
    let model: unknown;
    try {
      reading.again((recordAt) =>
        decodeRaw(recordAt(source), (record, at) => {
          model ??= adapter.modelIn?.(record);
          return decode(record, at);
        }),
      );
    } catch (error) {
      // The page asks again when the session has been read anew.
      if (!(error instanceof SessionReplaced)) {
        throw error;
      }
    }
    return typeof model === 'string' ? model : '';
  }
}
