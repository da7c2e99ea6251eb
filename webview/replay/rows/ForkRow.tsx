import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { sentence } from '../../kit/text/sentence.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Fold, SessionName } from '../../kit/surface/pieces.ts';
import { Marker } from './Marker.tsx';
import { TextRest } from './TextRest.tsx';
import './work.css';

/** The session starts as a partial copy of another. */
export function ForkRow({ row }: { row: RowOf<'fork'> }): VNode {
  return (
    <>
      <Marker icon="repo-forked" tone="quiet">
        {sentence('Forked from {0}', <SessionName link={row.parent} />)}
      </Marker>
      {row.summary.length > 0 && (
        <Fold
          id={row.id}
          line={() => (
            <>
              <Icon name="archive" />
              <span class="work-name">{t('Summary of omitted messages')}</span>
            </>
          )}
        >
          {() => (
            <div class="summary-content">
              <Markdown text={row.summary.text} />
              <TextRest rowId={row.id} part="text" text={row.summary} />
            </div>
          )}
        </Fold>
      )}
    </>
  );
}
