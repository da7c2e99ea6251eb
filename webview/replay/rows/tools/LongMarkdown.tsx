import type { VNode } from 'preact';
import { Markdown } from '../../../kit/markdown/Markdown.tsx';
import { LongLines } from '../LongLines.tsx';
import type { TextRestProps } from '../TextRest.tsx';

/** @param props with an `id` that distinguishes the text from others of its part. */
export function LongMarkdown(props: TextRestProps & { id: string }): VNode {
  return (
    <div class="tool-markdown">
      <LongLines {...props} draw={(shown) => <Markdown text={shown} breaks />} />
    </div>
  );
}
