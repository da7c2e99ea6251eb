import type { ComponentChildren, VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { LongText, RowBase } from '#core/rows/row.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Fold } from '../../kit/surface/pieces.ts';
import { TextRest } from './TextRest.tsx';
import './markers.css';

interface SummaryMarkerProps {
  readonly row: RowBase & { readonly summary: LongText };
  readonly icon: IconName;
  readonly label: string;
  /** Figures after the label. */
  readonly facts?: ComponentChildren;
  /** What the summary means for the model. */
  readonly explanation: string;
  /** Visible in either state. */
  readonly below?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A rule where a summary replaced everything before it; expands to the summary. */
export function SummaryMarker(props: SummaryMarkerProps): VNode {
  const { row, icon, label, facts, explanation, below, children } = props;
  return (
    <div class="summary-marker">
      <Fold
        id={row.id}
        line={() => (
          <>
            <Icon name={icon} />
            <span class="summary-label">{label}</span>
            {facts}
          </>
        )}
      >
        {() => (
          <div class="summary-content">
            <p class="quiet">{explanation}</p>
            {row.summary.length === 0 ? (
              <p class="quiet">{t('The log contains no summary.')}</p>
            ) : (
              <Markdown text={row.summary.text} />
            )}
            <TextRest rowId={row.id} part="text" text={row.summary} />
            {children}
          </div>
        )}
      </Fold>
      {below}
    </div>
  );
}
