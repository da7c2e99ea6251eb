import type { VNode } from 'preact';
import type { ProblemRow as Row } from '#core/replay/row.ts';
import { TextButton } from '../components/TextButton.tsx';
import { Code, Prose } from '../components/Visible.tsx';
import { usePage } from '../pageContext.ts';
import { formatCount } from '../text/format.ts';
import { Marker } from './Marker.tsx';

export function ProblemRow({ row }: { row: Row }): VNode {
  const page = usePage();
  const { message, excerpt, severity, source } = row.problem;
  return (
    <Marker icon="warning" tone={severity === 'lost' ? 'warning' : 'quiet'}>
      <Prose text={message} />{' '}
      <TextButton
        onClick={() => {
          page.tell('line/open', { line: source.line });
        }}
      >
        Open line {formatCount(source.line)}
      </TextButton>
      {excerpt !== '' && (
        <pre dir="ltr" class="marker-excerpt">
          <Code text={excerpt} />
        </pre>
      )}
    </Marker>
  );
}
