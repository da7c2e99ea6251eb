import type { VNode } from 'preact';
import type { NoticeRow as Row } from '#core/replay/row.ts';
import { Prose } from '../widgets/Visible.tsx';
import { TextRest } from './TextRest.tsx';
import { Marker } from './Marker.tsx';

export function NoticeRow({ row }: { row: Row }): VNode {
  return (
    <Marker icon="info" tone="quiet">
      <bdi class="notice-text">
        <Prose text={row.text.text} />
      </bdi>
      <TextRest rowId={row.id} part="text" text={row.text} />
    </Marker>
  );
}
