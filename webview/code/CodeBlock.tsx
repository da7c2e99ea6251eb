import type { VNode } from 'preact';
import { CodeTools } from '../surface/pieces.ts';
import { HighlightedCode } from './HighlightedCode.tsx';

export function CodeBlock({ text, language }: { text: string; language: string }): VNode {
  return (
    <div class="code-block">
      <pre dir="ltr">
        <code>
          <HighlightedCode text={text} language={language} />
        </code>
      </pre>
      <CodeTools text={text} />
    </div>
  );
}
