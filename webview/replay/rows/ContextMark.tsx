import type { VNode } from 'preact';
import { formatDateTime } from '#base/format.ts';
import { t } from '#base/l10n.ts';
import type { RowContext } from '#core/rows/row.ts';
import './contextMark.css';

/** A quiet rail beside a row that the model no longer gets; hovering says since when. */
export function ContextMark({ context }: { context: RowContext }): VNode {
  const words = contextWords(context);
  return (
    <span class="context-mark" title={words}>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}

function contextWords({ state, time }: RowContext): string {
  if (state === 'summarized') {
    return time === undefined
      ? t('No longer in the model’s context: summarized by a later compaction')
      : t(
          'No longer in the model’s context: summarized by the compaction at {0}',
          formatDateTime(time),
        );
  }
  return time === undefined
    ? t('No longer in the model’s context: removed later, without a summary')
    : t(
        'No longer in the model’s context: removed at {0}, without a summary',
        formatDateTime(time),
      );
}
