import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Prose } from '../widgets/Visible.tsx';
import { blockNodes } from './blockNodes.tsx';
import { lexMarkdown } from './lexMarkdown.ts';
import './markdown.css';

/** Renders Markdown as nodes. Unparsable Markdown, and raw HTML always, is shown as written. */
export function Markdown({ text, breaks = false }: { text: string; breaks?: boolean }): VNode {
  const drawn = useMemo(() => drawMarkdown(text, breaks), [text, breaks]);
  return <div class="markdown">{drawn}</div>;
}

function drawMarkdown(text: string, breaks: boolean): ComponentChildren {
  const tokens = lexMarkdown(text, breaks);
  return tokens === undefined ? (
    <p dir="auto" class="markdown-plain">
      <Prose text={text} />
    </p>
  ) : (
    blockNodes(tokens, 0)
  );
}
