import type { VNode } from 'preact';
import type { ErrorRow as Row } from '#core/replay/row.ts';
import { Code } from '../components/Visible.tsx';
import { LongTextActions } from './LongCode.tsx';
import { Marker } from './Marker.tsx';

export function ErrorRow({ row }: { row: Row }): VNode {
  return (
    <Marker icon="error" tone="error">
      <bdi class="error-text">
        <Code text={row.message.text} />
      </bdi>
      <LongTextActions rowId={row.id} part="text" text={row.message} open />
    </Marker>
  );
}
