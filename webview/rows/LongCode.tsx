import type { VNode } from 'preact';
import { HighlightedCode } from '../code/HighlightedCode.tsx';
import { Long } from '../surface/pieces.ts';
import { firstLines } from './firstLines.ts';
import { missingText, showLabel } from './missingText.ts';
import type { TextRestProps } from './TextRest.tsx';
import './longText.css';

/** Lines shown of a folded output. */
const foldedLines = 20;

interface LongCodeProps extends TextRestProps {
  readonly language?: string;
}

/** Code or output: the first lines, the rest on demand, and a link to what is not loaded. */
export function LongCode({ rowId, part, text, language = '' }: LongCodeProps): VNode {
  const first = firstLines(text.text, foldedLines);
  const drawn = (shown: string) => (
    <pre dir="ltr">
      <code>
        <HighlightedCode text={shown} language={language} />
      </code>
    </pre>
  );
  return (
    <div class="long-text">
      <Long
        id={`${rowId}/${part}`}
        isLong={first.length < text.text.length}
        showAll={showLabel(text)}
        draw={(all) => drawn(all ? text.text : first)}
        rest={(all) => ({ rowId, part, missing: all ? missingText(text) : undefined })}
      />
    </div>
  );
}
