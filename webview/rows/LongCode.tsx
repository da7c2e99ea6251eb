import type { ComponentChildren, VNode } from 'preact';
import type { LongText, RowPart } from '#core/replay/row.ts';
import { HighlightedCode } from '../code/HighlightedCode.tsx';
import { Long } from '../surface/pieces.ts';
import { firstLines } from './firstLines.ts';
import { missingText, showLabel } from './missingText.ts';
import './longText.css';

/** Lines shown of a folded output. */
const foldedLines = 20;

interface LongCodeProps {
  readonly rowId: string;
  readonly part: RowPart;
  readonly text: LongText;
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
