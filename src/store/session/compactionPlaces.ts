import { t } from '#base/l10n.ts';
import type { EventPlace } from '#core/conversation/contextTurn.ts';
import type { LogIndex } from '#core/index/logIndex.ts';
import { UserError } from '#core/userError.ts';
import { placeOfRow, type RowSpan } from './rowPlace.ts';

/** Where a compaction is, by the ID of its row. @throws UserError if it is gone. */
export function compactionAt(index: LogIndex, rowId: string): EventPlace {
  const { row, exact } = placeOfRow(index, rowId);
  const ref = exact && row !== undefined && row >= 0 ? index.transcript.rows.get(row) : undefined;
  if (ref?.kind !== 'compaction') {
    throw new UserError(t('That compaction is no longer in the log.'));
  }
  return { line: ref.line, event: ref.event };
}

/**
 * Where reading stops so that a session ends before a compaction: a line, and how many of its events count.
 *
 * @param rowId the compaction's row. @throws UserError if it is gone.
 */
export function endBefore(
  index: LogIndex,
  rowId: string,
): { readonly line: number; readonly events: number } {
  const place = compactionAt(index, rowId);
  // A summary that was said before the compaction takes effect belongs to it.
  const events = index.conversation.history.saysBefore(place) ? 0 : place.event;
  return { line: place.line, events };
}

/** Where a copy of everything before a compaction ends. */
export function spanBefore(index: LogIndex, rowId: string): RowSpan {
  const { history } = index.conversation;
  const { line, events } = endBefore(index, rowId);
  // Nearly always, a line has one record. What else a compaction's own shows belongs to it.
  const last = history
    .entriesOf(line)
    .map((entry) => history.placeOf(entry).event)
    .findLast((said) => said < events);
  return last === undefined
    ? { endLine: line - 1, endEvent: undefined }
    : { endLine: line, endEvent: last };
}
