import type { VNode } from 'preact';
import type { ErrorRow as Row } from '#core/replay/row.ts';
import { Code } from '../widgets/Visible.tsx';
import { Marker } from './Marker.tsx';
import { TextRest } from './TextRest.tsx';

export function ErrorRow({ row }: { row: Row }): VNode {
  return (
    <Marker icon="error" tone="error">
      <bdi class="error-text">
        <Code text={row.message.text} />
      </bdi>
      <TextRest rowId={row.id} part="text" text={row.message} />
    </Marker>
  );
}
