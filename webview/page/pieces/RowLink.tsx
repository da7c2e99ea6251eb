import type { VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { TextButton } from '../../widgets/TextButton.tsx';

export function RowLink({ rowId, children }: PieceProps['RowLink']): VNode {
  const { replay } = usePage();
  return (
    <TextButton
      onClick={() => {
        void replay.goToRow(rowId);
      }}
    >
      {children}
    </TextButton>
  );
}
