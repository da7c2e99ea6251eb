import type { ComponentChildren, VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { LongText, RowBase, RowOf } from '#core/rows/row.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Fold, CompactionTools, RowLink } from '../../kit/surface/pieces.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { TextRest } from './LongText.tsx';
import './markers.css';
import { compactionExplanation, compactionTitle, contextChangeWords } from '#core/rows/rowWords.ts';
import { sentence } from '../../kit/text/sentence.ts';
import { Prose } from '../../kit/widgets/Visible.tsx';
import { formatAmount } from '#base/format.ts';

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

/** A row that stands for those before it. */
export function SummaryContent({ row }: PieceProps['Summary']): VNode {
  return row.kind === 'compaction' ? (
    <CompactionContent row={row} />
  ) : (
    <BranchSummaryContent row={row} />
  );
}

/** The session returned to an earlier place with a summary of the branch it left. */
function BranchSummaryContent({ row }: { row: RowOf<'branchSummary'> }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="git-merge"
      label={t('Returned from another branch')}
      explanation={t('The model knew that branch only through this summary.')}
    />
  );
}

/** A line that readers must not miss: of everything above it, the model knows only the summary. */
function CompactionContent({ row }: { row: RowOf<'compaction'> }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="archive"
      label={compactionTitle(row.trigger)}
      facts={<ContextSize row={row} />}
      explanation={compactionExplanation(row)}
      below={<ContextChange row={row} />}
    >
      {row.status !== '' && (
        <p class="quiet">
          <Prose text={row.status} />
        </p>
      )}
    </SummaryMarker>
  );
}

function ContextSize({ row }: { row: RowOf<'compaction'> }): VNode | null {
  const change = row.change === 'ignored' ? undefined : row.change;
  const before = row.tokensBefore ?? change?.tokensBefore;
  const after = row.tokensAfter ?? change?.tokensAfter;
  if (before === undefined && after === undefined) {
    return null;
  }
  const sizes = (
    <>
      {before !== undefined && (
        <Tokens tokens={before} isEstimate={row.tokensBefore === undefined} />
      )}
      {after !== undefined && (
        <>
          <span aria-hidden="true"> → </span>
          <span class="visually-hidden"> {t('to')} </span>
          <Tokens tokens={after} isEstimate={row.tokensAfter === undefined} />
        </>
      )}
    </>
  );
  return <span class="summary-facts">{sentence('{0} tokens', sizes)}</span>;
}

function Tokens({ tokens, isEstimate }: { tokens: number; isEstimate: boolean }): VNode {
  return isEstimate ? (
    <span title={t('Estimated from the messages alone: characters ÷ 4')}>
      {t('about {0}', formatAmount(tokens))}
    </span>
  ) : (
    <span title={t('As recorded in the log')}>{formatAmount(tokens)}</span>
  );
}

/** What a compaction kept, summarized and dropped, visible without expanding it. */
function ContextChange({ row }: { row: RowOf<'compaction'> }): VNode | null {
  const { change } = row;
  if (change === undefined) {
    return null;
  }
  return (
    <div class="context-change">
      {change === 'ignored' ? (
        <p class="quiet">
          {t('The agent ignores this compaction: the model’s context did not change.')}
        </p>
      ) : (
        <dl>
          {contextChangeWords(change).map(({ part, name, text }) => (
            <div key={part} class={`context-change-${part}`}>
              <dt>{name}</dt>
              <dd>
                {text}
                {part === 'retained' && change.retainedFrom !== undefined && (
                  <RowLink rowId={change.retainedFrom}>{t('Go to First Kept Row')}</RowLink>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change !== 'ignored' && (
        <p class="context-band">{t('Messages above are no longer in the model’s context')}</p>
      )}
      {change !== 'ignored' && <CompactionTools row={row} />}
    </div>
  );
}
