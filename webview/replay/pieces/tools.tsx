import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import type { PieceProps, Pieces } from '../../kit/surface/surface.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import { CopyButton, CopyingButton } from '../list/CopyButton.tsx';
import { usePage } from '../model/pageContext.ts';
import { editedFiles } from '../rows/DiffContent.tsx';
import { RowToolbar } from '../list/RowToolbar.tsx';
import '../../kit/widgets/buttons.css';

function CodeTools({ text }: PieceProps['CodeTools']): VNode {
  return <CopyButton name={useId()} label={t('Copy Code')} text={() => text} />;
}

/** The page may have only a part of the text, so the host copies it. */
function PartTools({ rowId, part, copyLabel }: PieceProps['PartTools']): VNode {
  const { copying, replay } = usePage();
  const name = `${rowId}/${part}`;
  return (
    <CopyingButton
      name={name}
      label={copyLabel}
      copy={() => copying.copyBy(name, () => replay.endpoint.request('part/copy', { rowId, part }))}
    />
  );
}

function HeadTools({ row }: PieceProps['HeadTools']): VNode {
  const page = usePage();
  const hasDiff = editedFiles(row) !== undefined;
  return (
    <>
      <RowToolbar row={row} inHead />
      {hasDiff && <DiffLayout />}
      {hasDiff && (
        <TextButton onClick={() => page.tell('diff/open', { rowId: row.id })}>
          {t('Open Diff')}
        </TextButton>
      )}
    </>
  );
}

/** Switches all diffs; absent where there is no room for two sides. */
function DiffLayout(): VNode | null {
  const { view } = usePage();
  const isSplit = view.sideBySide.value;
  return view.isWide.value ? (
    <IconButton
      icon={isSplit ? 'diff-single' : 'split-horizontal'}
      label={isSplit ? t('Show Diffs Inline') : t('Show Diffs Side by Side')}
      onClick={() => {
        view.sideBySide.value = !isSplit;
      }}
    />
  ) : null;
}

/** Continues the session as it was before its context was compacted. */
function CompactionTools({ row }: PieceProps['CompactionTools']): VNode | null {
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
      onClick={() => tell('row/resumeBefore', { rowId: row.id })}
    >
      <Icon name="comment-discussion" />
      {t('Resume from Before This Compaction')}
    </button>
  );
}

export const toolPieces = {
  CodeTools,
  CompactionTools,
  HeadTools,
  PartTools,
} satisfies Partial<Pieces>;
