import type { VNode } from 'preact';
import type { UserRow as Row } from '#core/replay/row.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { TextRest } from './TextRest.tsx';
import './messages.css';

export function UserRow({ row }: { row: Row }): VNode {
  return (
    <div class="message message-user">
      <div class="message-author">You</div>
      <Markdown text={row.text.text} breaks />
      <TextRest rowId={row.id} part="text" text={row.text} />
    </div>
  );
}
