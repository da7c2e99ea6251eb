import type { VNode } from 'preact';
import type { Row } from '#core/replay/row.ts';
import { Marker } from '../rows/Marker.tsx';
import { RowContent } from '../rows/RowContent.tsx';
import { rowFacts } from '../rows/rowFacts.ts';
import { RowLabel } from '../rows/RowLabel.tsx';
import { formatCount, formatExactly } from '../text/format.ts';
import { anchorOf } from './anchorOf.ts';
import '../rows/row.css';

/** A row with a link to itself. */
export function DocumentRow({ row }: { row: Row }): VNode {
  return (
    <article id={anchorOf(row.id)} class={`row row-${row.kind}`} aria-label={rowFacts(row).label}>
      <RowLink row={row} />
      {row.label !== undefined && row.kind !== 'user' && (
        <div class="row-labels">
          <RowLabel label={row.label} />
        </div>
      )}
      <RowContent row={row} />
    </article>
  );
}

export function UndrawnRow({ row }: { row: Row }): VNode {
  return (
    <article id={anchorOf(row.id)} class={`row row-${row.kind}`}>
      <RowLink row={row} />
      <Marker icon="error" tone="error">
        This row could not be drawn; it is in line {formatCount(row.source.line)} of the log.
      </Marker>
    </article>
  );
}

function RowLink({ row }: { row: Row }): VNode {
  const line = `line ${formatCount(row.source.line)} of the log`;
  return (
    <a
      class="row-link"
      href={`#${anchorOf(row.id)}`}
      aria-label="Link to this row"
      title={row.time === undefined ? line : `${formatExactly(row.time)}, ${line}`}
    >
      #
    </a>
  );
}
