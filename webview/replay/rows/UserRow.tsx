import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { Images } from '../../kit/surface/pieces.ts';
import { useSurface } from '../../kit/surface/surface.ts';
import { RowLabel } from './RowLabel.tsx';
import { RowTime } from './RowTime.tsx';
import { TextRest } from './TextRest.tsx';
import './messages.css';

export function UserRow({ row }: { row: RowOf<'user'> }): VNode {
  return (
    <div class="message message-user">
      <div class="message-author">
        {useSurface().isSubAgent() ? t('Prompt') : t('You')}
        {row.label !== undefined && <RowLabel label={row.label} />}
        {row.time !== undefined && <RowTime at={row.time} />}
      </div>
      <Markdown text={row.text.text} breaks />
      <TextRest rowId={row.id} part="text" text={row.text} />
      {row.images !== undefined && (
        <Images owner={{ rowId: row.id }} images={row.images} name={t('Image in your message')} />
      )}
    </div>
  );
}
