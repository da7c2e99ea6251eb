import type { VNode } from 'preact';
import type { RowOf } from '#core/rows/row.ts';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { TextRest } from './TextRest.tsx';
import './messages.css';

export function AssistantRow({ row }: { row: RowOf<'assistant'> }): VNode {
  return (
    <div class="message">
      <Markdown text={row.text.text} />
      <TextRest rowId={row.id} part="text" text={row.text} />
    </div>
  );
}
