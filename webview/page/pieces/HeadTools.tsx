import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../pageContext.ts';
import { RowToolbar } from '../RowToolbar.tsx';
import type { PieceProps } from '../../surface/surface.ts';
import { IconButton } from '../../widgets/IconButton.tsx';
import { TextButton } from '../../widgets/TextButton.tsx';

export function HeadTools({ row }: PieceProps['HeadTools']): VNode {
  const page = usePage();
  return (
    <>
      <RowToolbar row={row} inHead />
      {row.kind === 'diff' && <DiffLayout />}
      {row.kind === 'diff' && (
        <TextButton
          onClick={() => {
            page.tell('diff/open', { rowId: row.id });
          }}
        >
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
