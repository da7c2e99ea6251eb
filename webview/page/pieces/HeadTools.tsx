import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../pageContext.ts';
import { RowToolbar } from '../RowToolbar.tsx';
import type { PieceProps } from '../../surface/surface.ts';
import { TextButton } from '../../widgets/TextButton.tsx';

export function HeadTools({ row }: PieceProps['HeadTools']): VNode {
  const page = usePage();
  return (
    <>
      <RowToolbar row={row} inHead />
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
