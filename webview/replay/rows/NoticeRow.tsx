import type { VNode } from 'preact';
import type { RowOf } from '#core/rows/row.ts';
import { ForeignProse } from '../../kit/widgets/Visible.tsx';
import { TextRest } from './TextRest.tsx';
import { Marker } from './Marker.tsx';

export function NoticeRow({ row }: { row: RowOf<'notice'> }): VNode {
  return (
    <Marker icon="info" tone="quiet">
      <ForeignProse text={row.text.text} className="notice-text" />
      <TextRest rowId={row.id} part="text" text={row.text} />
    </Marker>
  );
}
