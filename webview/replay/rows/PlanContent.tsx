import type { VNode } from 'preact';
import { ErrorText } from '../../kit/surface/pieces.ts';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { planDecision } from '#core/rows/rowWords.ts';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { TextRest } from './LongText.tsx';
import './plan.css';

/** A plan as a document, with what the user decided. */
export function PlanContent({ row }: { row: RowOf<'plan'> }): VNode {
  const decision = planDecision(row);
  return (
    <section class="plan">
      <div class="plan-head">
        <Icon name="checklist" />
        <span class="work-name">{t('Plan')}</span>
        {decision !== '' && (
          <span class={`plan-decision plan-${row.state}`}>
            <Icon name={icons[row.state]} />
            {decision}
          </span>
        )}
      </div>
      <Markdown text={row.text.text} />
      <TextRest rowId={row.id} part="text" text={row.text} />
      {row.error !== undefined && row.error !== '' && <ErrorText rowId={row.id} text={row.error} />}
    </section>
  );
}

const icons = {
  done: 'check',
  failed: 'error',
  declined: 'circle-slash',
  unfinished: 'question',
} as const;
