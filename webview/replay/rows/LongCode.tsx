import type { VNode } from 'preact';
import { CodeText } from '../../kit/code/HighlightedCode.tsx';
import { LongLines } from './LongLines.tsx';
import type { TextRestProps } from './TextRest.tsx';

interface LongCodeProps extends TextRestProps {
  readonly language?: string;
}

/** Code or output. */
export function LongCode({ language = '', ...text }: LongCodeProps): VNode {
  return (
    <div class="long-text">
      <LongLines {...text} draw={(shown) => <CodeText text={shown} language={language} />} />
    </div>
  );
}
