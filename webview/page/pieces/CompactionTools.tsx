import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';
import { Icon } from '../../widgets/Icon.tsx';
import '../../widgets/buttons.css';

/** Continues the session as it was before its context was compacted. */
export function CompactionTools({ row }: PieceProps['CompactionTools']): VNode | null {
  const { tell, replay } = usePage();
  const tabIndex = useRowTabIndex();
  if (replay.header.value?.actions.includes('resumeInChat') !== true) {
    return null;
  }
  return (
    <button
      type="button"
      class="row-button"
      tabIndex={tabIndex}
      title={t('Continue in chat with the messages that this compaction replaced')}
      onClick={() => {
        tell('row/resumeBefore', { rowId: row.id });
      }}
    >
      <Icon name="comment-discussion" />
      {t('Resume from Before This Compaction')}
    </button>
  );
}
