import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../model/pageContext.ts';

/** Explains why nothing is shown. */
export function EmptyState(): VNode {
  const { filter, replay, view } = usePage();
  const header = replay.header.value;
  const isOpening = !replay.opened.value || header?.complete === false;
  if (isOpening) {
    return <div class="empty" aria-busy="true" />;
  }
  const isFiltered = view.view.value === 'transcript' && (header?.rows ?? 0) > 0;
  return (
    <div class="empty">
      <p>{isFiltered ? t('No rows match this filter.') : t('No messages yet.')}</p>
      {isFiltered && (
        <vscode-button appearance="secondary" onClick={filter.clear}>
          {t('Clear Filter')}
        </vscode-button>
      )}
    </div>
  );
}
