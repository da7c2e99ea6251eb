import type { VNode } from 'preact';
import type { RowOf } from '#core/rows/row.ts';
import { ErrorText } from './ErrorText.tsx';
import { Marker } from './Marker.tsx';
import { TextRest } from './TextRest.tsx';

export function ErrorRow({ row }: { row: RowOf<'error'> }): VNode {
  return (
    <Marker icon="error" tone="error">
      <ErrorText rowId={row.id} text={row.message.text} />
      <TextRest rowId={row.id} part="text" text={row.message} />
    </Marker>
  );
}
