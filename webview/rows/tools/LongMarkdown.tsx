import type { VNode } from 'preact';
import { Markdown } from '../../markdown/Markdown.tsx';
import { Long } from '../../surface/pieces.ts';
import { firstLines } from '../firstLines.ts';
import { missingText, showLabel } from '../missingText.ts';
import type { TextRestProps } from '../TextRest.tsx';

/** Lines shown of a folded text. */
const foldedLines = 20;

/** @param id distinguishes the text from others of its part. */
export function LongMarkdown({ rowId, part, text, id }: TextRestProps & { id: string }): VNode {
  const first = firstLines(text.text, foldedLines);
  return (
    <div class="tool-markdown">
      <Long
        id={`${rowId}/${id}`}
        isLong={first.length < text.text.length}
        showAll={showLabel(text)}
        draw={(all) => <Markdown text={all ? text.text : first} breaks />}
        rest={(all) => ({ rowId, part, missing: all ? missingText(text) : undefined })}
      />
    </div>
  );
}
