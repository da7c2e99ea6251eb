import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { Row } from '#core/rows/row.ts';
import { ContextMark } from '../replay/rows/ContextMark.tsx';
import { Marker } from '../replay/rows/Marker.tsx';
import { RowContent } from '../replay/rows/RowContent.tsx';
import { rowFacts } from '../replay/rows/rowFacts.ts';
import { RowLabel } from '../replay/rows/RowLabel.tsx';
import { formatExactly } from '#base/format.ts';
import { anchorOf } from './anchorOf.ts';
import '../replay/rows/row.css';

export function DocumentRow({ row }: { row: Row }): VNode {
  return (
    <article
      id={anchorOf(row.id)}
      class={`row row-${row.kind}`}
      aria-label={rowFacts(row).label}
      data-time={row.time}
    >
      {row.context !== undefined && <ContextMark context={row.context} />}
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
        {t('This row could not be displayed. See line {0} of the log.', row.source.line)}
      </Marker>
    </article>
  );
}

function RowLink({ row }: { row: Row }): VNode {
  const line = t('line {0} of the log', row.source.line);
  return (
    <a
      class="row-link"
      href={`#${anchorOf(row.id)}`}
      aria-label={t('Link to this row')}
      title={row.time === undefined ? line : `${formatExactly(row.time)}, ${line}`}
    >
      #
    </a>
  );
}
