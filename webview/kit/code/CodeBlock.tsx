import type { VNode } from 'preact';
import { CodeTools } from '../surface/pieces.ts';
import { CodeText } from './HighlightedCode.tsx';

export function CodeBlock({ text, language }: { text: string; language: string }): VNode {
  return (
    <div class="code-block">
      <CodeText text={text} language={language} />
      <CodeTools text={text} />
    </div>
  );
}
