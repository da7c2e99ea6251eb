import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { ForeignProse } from '../../kit/widgets/Visible.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Fold } from '../../kit/surface/pieces.ts';
import { TextRest } from './TextRest.tsx';
import './work.css';

/** Enough for the widest line; the style sheet cuts off the rest. */
const previewChars = 240;

export function ThinkingRow({ row }: { row: RowOf<'thinking'> }): VNode {
  const preview = row.text.text.slice(0, previewChars).replace(/\s+/g, ' ').replace(/[*`#]/g, '');
  return (
    <Fold
      id={row.id}
      className="thinking"
      line={(open) => (
        <>
          <Icon name="thinking" />
          <span class="work-name">{t('Thinking')}</span>
          {!open && <ForeignProse text={preview.trim()} className="work-title" />}
        </>
      )}
    >
      {() => (
        <div class="thinking-text">
          <Markdown text={row.text.text} />
          <TextRest rowId={row.id} part="text" text={row.text} />
        </div>
      )}
    </Fold>
  );
}
