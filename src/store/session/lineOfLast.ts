import { startOfLast, type Speaker } from '#core/conversation/startOfLast.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import type { RowKind } from '#core/index/rowTable.ts';

/**
 * Line where the last messages of a log start, judging by its rows; undefined if there are no
 * earlier messages. A row whose line says nothing to the model, such as an error, is no message. For
 * logs without branches.
 */
export function lineOfLast(
  { transcript: { rows }, conversation: { history } }: LogIndex,
  messages: number,
): number | undefined {
  const speakerAt = (place: number): Speaker => {
    const speaker = speakers[rows.kind(place) ?? 'problem'] ?? 'nobody';
    return speaker === 'nobody' || history.entriesOf(rows.line(place)).length === 0
      ? 'nobody'
      : speaker;
  };
  const row = startOfLast(rows.length, speakerAt, messages);
  return row === undefined ? undefined : rows.line(row);
}

const speakers: Readonly<Partial<Record<RowKind, Speaker>>> = {
  user: 'user',
  assistant: 'answer',
  thinking: 'answer',
  tool: 'answer',
  shell: 'answer',
  diff: 'answer',
  interruption: 'answer',
  error: 'answer',
};
