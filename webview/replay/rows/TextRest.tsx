import type { VNode } from 'preact';
import type { LongText, RowPart } from '#core/rows/row.ts';
import { Rest } from '../../kit/surface/pieces.ts';
import { missingText } from './missingText.ts';
import './longText.css';

export interface TextRestProps {
  readonly rowId: string;
  readonly part: RowPart;
  readonly text: LongText;
}

/** Below a truncated text: how much is missing, and a link to it. */
export function TextRest({ rowId, part, text }: TextRestProps): VNode | null {
  const missing = missingText(text);
  return missing === undefined ? null : (
    <div class="long-text-actions">
      <Rest rowId={rowId} part={part} missing={missing} />
    </div>
  );
}
