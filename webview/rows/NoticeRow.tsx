import type { VNode } from 'preact';
import type { NoticeRow as Row } from '#core/replay/row.ts';
import { Prose } from '../components/Visible.tsx';
import { Marker } from './Marker.tsx';

export function NoticeRow({ row }: { row: Row }): VNode {
  return (
    <Marker icon="info" tone="quiet">
      <bdi>
        <Prose text={row.text} />
      </bdi>
    </Marker>
  );
}
