import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { contextChangeWords } from '#core/rows/rowWords.ts';
import type { CompactionRow } from '#core/rows/row.ts';
import { CompactionTools, RowLink } from '../../kit/surface/pieces.ts';
import './contextChange.css';

/** What a compaction kept, summarized and dropped, visible without expanding it. */
export function ContextChange({ row }: { row: CompactionRow }): VNode | null {
  const { change } = row;
  if (change === undefined) {
    return null;
  }
  return (
    <div class="context-change">
      {change === 'ignored' ? (
        <p class="quiet">
          {t('The agent ignores this compaction: the model’s context did not change.')}
        </p>
      ) : (
        <dl>
          {contextChangeWords(change).map(({ part, name, text }) => (
            <div key={part} class={`context-change-${part}`}>
              <dt>{name}</dt>
              <dd>
                {text}
                {part === 'retained' && change.retainedFrom !== undefined && (
                  <RowLink rowId={change.retainedFrom}>{t('Go to First Kept Row')}</RowLink>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change !== 'ignored' && <CompactionTools row={row} />}
    </div>
  );
}
