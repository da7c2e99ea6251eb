import type { VNode } from 'preact';
import type { Row } from '#core/replay/row.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { TextButton } from '../components/TextButton.tsx';
import { reportFault } from '../model/replayModel.ts';
import { usePage } from '../pageContext.ts';
import { formatCount } from '../text/format.ts';
import { Marker } from './Marker.tsx';
import { RowContent } from './RowContent.tsx';
import { rowFacts } from './rowFacts.ts';
import './row.css';

interface TranscriptRowProps {
  readonly row: Row;
  /** The agent's name where it begins to speak. */
  readonly speaker: string | undefined;
}

/** A row with its quiet toolbar; what cannot be drawn says so and offers the raw line. */
export function TranscriptRow({ row, speaker }: TranscriptRowProps): VNode {
  const page = usePage();
  const { copy } = rowFacts(row);
  const openLine = () => {
    page.tell('line/open', { line: row.source.line });
  };
  return (
    <div class={`row row-${row.kind}`}>
      {speaker !== undefined && <div class="row-speaker">{speaker}</div>}
      <ErrorBoundary
        onError={(error) => {
          reportFault(page.replay.endpoint, error);
        }}
        instead={
          <Marker icon="error" tone="error">
            This row could not be drawn.{' '}
            <TextButton onClick={openLine}>Open line {formatCount(row.source.line)}</TextButton>
          </Marker>
        }
      >
        <RowContent row={row} />
      </ErrorBoundary>
      <div class="row-toolbar">
        {copy !== '' && (
          <IconButton
            icon="copy"
            label="Copy Text"
            onClick={() => {
              page.tell('clipboard/write', { text: copy });
            }}
          />
        )}
        <IconButton
          icon="go-to-file"
          label={`Open Raw Line ${row.source.line}`}
          onClick={openLine}
        />
      </div>
    </div>
  );
}
