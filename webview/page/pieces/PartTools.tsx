import type { VNode } from 'preact';
import type { PieceProps } from '../../surface/surface.ts';
import { CopyingButton } from '../CopyButton.tsx';
import { usePage } from '../pageContext.ts';
import './partTools.css';

/** The page may have only a part of the text, so the host copies it. */
export function PartTools({ rowId, part, copyLabel }: PieceProps['PartTools']): VNode {
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
