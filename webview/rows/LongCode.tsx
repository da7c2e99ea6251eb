import type { ComponentChildren, VNode } from 'preact';
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
  /** Draws text that is not plain code. */
  readonly draw?: (text: string) => ComponentChildren;
}

/** Code or output: the first lines, the rest on demand, and a link to what is not loaded. */
export function LongCode({ rowId, part, text, language = '', draw }: LongCodeProps): VNode {
  const first = firstLines(text.text, foldedLines);
  const drawn = (shown: string) => (
    <pre dir="ltr">
      <code>{draw?.(shown) ?? <HighlightedCode text={shown} language={language} />}</code>
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
