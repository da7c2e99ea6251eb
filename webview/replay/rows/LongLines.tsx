import type { ComponentChildren, VNode } from 'preact';
import { Long } from '../../kit/surface/pieces.ts';
import { firstLines } from './firstLines.ts';
import { missingText, showLabel } from './missingText.ts';
import type { TextRestProps } from './TextRest.tsx';
import './longText.css';

/** Lines shown of a folded text. */
const foldedLines = 20;

interface LongLinesProps extends TextRestProps {
  /** Distinguishes the text from others of its part. */
  readonly id?: string;
  readonly draw: (shown: string) => ComponentChildren;
}

/** The first lines of a text, the rest on demand, and a link to what is not loaded. */
export function LongLines({ rowId, part, text, id = part, draw }: LongLinesProps): VNode {
  const first = firstLines(text.text, foldedLines);
  return (
    <Long
      id={`${rowId}/${id}`}
      isLong={first.length < text.text.length}
      showAll={showLabel(text)}
      draw={(all) => draw(all ? text.text : first)}
      rest={(all) => ({ rowId, part, missing: all ? missingText(text) : undefined })}
    />
  );
}
