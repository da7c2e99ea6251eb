import type { VNode } from 'preact';
import type { RowOf } from '#core/rows/row.ts';
import { Code, Prose } from '../../kit/widgets/Visible.tsx';
import { LogLine } from '../../kit/surface/pieces.ts';
import { Marker } from './Marker.tsx';

export function ProblemRow({ row }: { row: RowOf<'problem'> }): VNode {
  const { message, excerpt, severity, source } = row.problem;
  return (
    <Marker icon="warning" tone={severity === 'lost' ? 'warning' : 'quiet'}>
      <Prose text={message} /> <LogLine line={source.line} />
      {excerpt !== '' && (
        <pre dir="ltr" class="marker-excerpt">
          <Code text={excerpt} />
        </pre>
      )}
    </Marker>
  );
}
