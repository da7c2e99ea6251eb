import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Images, Fold, Long } from '../../kit/surface/pieces.ts';
import { useSurface } from '../../kit/surface/surface.ts';
import { RowLabel, RowTime } from './RowHead.tsx';
import { missingText, promptStart, showLabel, TextRest } from './LongText.tsx';
import './messages.css';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { ForeignProse } from '../../kit/widgets/Visible.tsx';
import './work.css';

/** Enough for the widest line; the style sheet cuts off the rest. */
const previewChars = 240;

export function ThinkingContent({ row }: { row: RowOf<'thinking'> }): VNode {
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

export function UserContent({ row }: { row: RowOf<'user'> }): VNode {
  const { id, text } = row;
  const start = promptStart(text.text);
  return (
    <div class="message message-user">
      <div class="message-author">
        {useSurface().isSubAgent() ? t('Prompt') : t('You')}
        {row.label !== undefined && <RowLabel label={row.label} />}
        {row.time !== undefined && <RowTime at={row.time} />}
      </div>
      <Long
        id={id}
        isLong={start !== text.text}
        showAll={showLabel(text)}
        draw={(all) => <Markdown text={all ? text.text : start} breaks />}
        rest={(all) => ({ rowId: id, part: 'text', missing: all ? missingText(text) : undefined })}
      />
      {row.images !== undefined && (
        <Images owner={{ rowId: row.id }} images={row.images} name={t('Image in your message')} />
      )}
    </div>
  );
}

export function AssistantContent({ row }: { row: RowOf<'assistant'> }): VNode {
  return (
    <div class="message">
      <Markdown text={row.text.text} />
      <TextRest rowId={row.id} part="text" text={row.text} />
    </div>
  );
}
