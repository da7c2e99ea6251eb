import type { VNode } from 'preact';
import { IconButton } from '../components/IconButton.tsx';
import { usePage } from '../pageContext.ts';
import { HighlightedCode } from './HighlightedCode.tsx';

/** Code within a message. */
export function CodeBlock({ text, language }: { text: string; language: string }): VNode {
  const page = usePage();
  return (
    <div class="code-block">
      <pre dir="ltr">
        <code>
          <HighlightedCode text={text} language={language} />
        </code>
      </pre>
      <IconButton
        icon="copy"
        label="Copy Code"
        onClick={() => {
          page.tell('clipboard/write', { text });
        }}
      />
    </div>
  );
}
