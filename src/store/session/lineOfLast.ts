import { startOfLast, type Speaker } from '#core/conversation/startOfLast.ts';
import type { RowKind } from '#core/replay/row.ts';
import type { RowTable } from '#core/replay/rowTable.ts';

/**
 * Line where the last messages of a log start, judging by its rows; undefined if there are no
 * earlier messages. For logs without branches.
 */
export function lineOfLast(rows: RowTable, messages: number): number | undefined {
  const row = startOfLast(
    rows.length,
    (place) => speakers[rows.kind(place) ?? 'problem'] ?? 'nobody',
    messages,
  );
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
